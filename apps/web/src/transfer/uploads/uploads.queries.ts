// The queries for unfinished uploads.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import type { UnfinishedUploads } from '@cellar/contract/transfer/uploads.ts';
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
    queryFn: async ({ client: cache, queryKey, signal }): Promise<UnfinishedUploads> => {
      if (page === 'all') {
        // The list on the page requests its page at the same time, and both share the answer.
        const read = (at: number) => cache.fetchQuery(unfinishedUploadsQuery(client, { page: at, gameId }));
        const { uploads, ...first } = await read(1);
        const all = [...uploads];
        for (let at = 2; at <= first.totalPages; at += 1) {
          signal.throwIfAborted();
          all.push(...(await read(at)).uploads);
        }
        return { ...first, uploads: all };
      }
      const { dataUpdatedAt = 0 } = cache.getQueryState(queryKey) ?? {};
      await sleep(Math.max(0, dataUpdatedAt + leastPauseMs - Date.now()), signal);
      return client.call(contributorApi.listUploads, { query: { page, ...(gameId && { gameId }) }, signal });
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
