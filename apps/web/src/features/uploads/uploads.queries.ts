// The queries for unfinished uploads.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { sleep } from '#lib/sleep.ts';

/** How often the progress of uploads of other admins and windows is requested, in milliseconds. */
const watchSendingMs = 3000;
/** How often the page checks whether another admin has begun an upload, in milliseconds. */
const watchMs = 15_000;
/** The list changes with each upload of a batch, but is requested at most this often, in milliseconds. */
const leastPauseMs = 1000;

interface UploadsFilter {
  page?: number | 'all';
  /** Only uploads that add a file to this game. */
  gameId?: string;
  /** Whether this page sends the upload. */
  isHere?(uploadId: string): boolean;
}

export const unfinishedUploadsQuery = (
  client: ApiClient,
  { page = 1, gameId, isHere = () => false }: UploadsFilter = {},
) =>
  queryOptions({
    queryKey: queryKeys.unfinishedUploads.list({ page, gameId }),
    queryFn: async ({ client: queryClient, queryKey, signal }) => {
      const { dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {};
      await sleep(Math.max(0, dataUpdatedAt + leastPauseMs - Date.now()), signal);
      const read = (at: number) =>
        client.call(contributorApi.listUploads, { query: { page: at, ...(gameId && { gameId }) }, signal });
      if (page !== 'all') return read(page);
      const answer = await read(1);
      for (let at = 2; at <= answer.totalPages; at += 1) answer.uploads.push(...(await read(at)).uploads);
      return answer;
    },
    // Another admin or tab may be uploading.
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const isAnySending = state.data?.uploads.some(
        ({ isSending, uploadId }) => isSending && !isHere(uploadId),
      );
      return isAnySending ? watchSendingMs : watchMs;
    },
  });
