import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

type PreviewBody = BodyInputOf<typeof adminApi.previewRules>;

/** A list of rules: stored rules are given by id, the draft by its content. */
export type DraftList = NonNullable<PreviewBody['rules']>;

export const rulesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.sanitization.rules,
    queryFn: ({ signal }) => client.call(adminApi.listRules, { signal }),
    staleTime: 0,
  });

/** Applies rules to sample titles. */
export const titlesPreviewQuery = (client: ApiClient, body: PreviewBody) =>
  queryOptions({
    queryKey: queryKeys.sanitization.titles(body),
    queryFn: ({ signal }) => client.call(adminApi.previewRules, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** Applies rules to the titles in the library. */
export const libraryPreviewQuery = (client: ApiClient, body: PreviewBody) =>
  queryOptions({
    queryKey: queryKeys.sanitization.library(body),
    queryFn: ({ signal }) => client.call(adminApi.previewRules, { body, signal }),
    staleTime: 0,
    gcTime: 0,
  });
