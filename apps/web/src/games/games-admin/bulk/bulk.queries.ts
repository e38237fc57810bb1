import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MergeBody, SpellingKind } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Always fetched again, because a dialog shows what is about to change. */
export const gamesSummaryQuery = (client: ApiClient, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.games.all, 'summary', ids],
    queryFn: ({ signal }) => client.call(adminApi.summarizeGames, { body: { ids: [...ids] }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const spellingsQuery = (client: ApiClient, kind: SpellingKind, search: string) =>
  queryOptions({
    queryKey: [...queryKeys.games.all, 'spellings', kind, search],
    queryFn: ({ signal }) => client.call(adminApi.listSpellings, { query: { kind, search }, signal }),
  });

export const mergePreviewQuery = (client: ApiClient, body: MergeBody) =>
  queryOptions({
    queryKey: [...queryKeys.games.all, 'merge-preview', body],
    queryFn: ({ signal }) => client.call(adminApi.previewMerge, { body, signal }),
    staleTime: 0,
  });

export const bulkChangesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.games.all, 'bulk-changes'],
    queryFn: async ({ signal }) => (await client.call(adminApi.listBulkChanges, { signal })).changes,
  });

export const spellingRulesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.games.spellingRules,
    queryFn: async ({ signal }) => (await client.call(adminApi.listSpellingRules, { signal })).rules,
  });
