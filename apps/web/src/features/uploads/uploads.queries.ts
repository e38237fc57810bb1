// What the server knows of uploads: the unfinished ones, and whether a game exists already.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** What is being sent elsewhere moves, and may stop. */
const watchSendingMs = 3000;

export const unfinishedUploadsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.unfinishedUploads,
    queryFn: async ({ signal }) => (await client.call(api.listUploads, { signal })).uploads,
    // Somebody else, or another tab, may be uploading.
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(({ isSending }) => isSending) && watchSendingMs,
  });
