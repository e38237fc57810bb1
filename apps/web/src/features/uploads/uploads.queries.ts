// The query for unfinished uploads.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** How often the progress is polled while another window or admin is sending an upload, in milliseconds. */
const watchSendingMs = 3000;

export const unfinishedUploadsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.unfinishedUploads,
    queryFn: async ({ signal }) => (await client.call(api.listUploads, { signal })).uploads,
    // Another admin or tab may be uploading.
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(({ isSending }) => isSending) && watchSendingMs,
  });
