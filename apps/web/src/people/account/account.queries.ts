import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const profileQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.account.all, 'profile'],
    queryFn: ({ signal }) => client.call(memberApi.getProfile, { signal }),
  });

export const sessionsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.account.all, 'sessions'],
    queryFn: ({ signal }) => client.call(memberApi.listSessions, { signal }),
  });

export const apiTokensQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.account.all, 'api-tokens'],
    queryFn: ({ signal }) => client.call(deferredApi.listApiTokens, { signal }),
  });

export const loginLinksQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.account.loginLinks,
    queryFn: ({ signal }) => client.call(deferredApi.listLoginLinks, { signal }),
  });

export const secondFactorQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.account.all, 'second-factor'],
    queryFn: ({ signal }) => client.call(deferredApi.getSecondFactor, { signal }),
  });

/** The link to the member's feed of new games. */
export const feedQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: ['feed'],
    queryFn: ({ signal }) => client.call(deferredApi.getOwnFeed, { signal }),
  });

/** The subscription that the link in an email refers to. The query changes nothing. */
export const subscriptionQuery = (client: ApiClient, token: string) =>
  queryOptions({
    queryKey: ['subscription', token],
    queryFn: ({ signal }) => client.call(memberApi.getUnsubscribe, { params: { token }, signal }),
    // The page shows the result of the visitor's action, not later changes made elsewhere.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
