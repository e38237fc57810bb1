// The queries for unfinished uploads.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import type { UnfinishedUploads } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { batchEvery } from '#lib/batch-every.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { sleep } from '#lib/sleep.ts';
import type { UploadManager } from './engine/upload-manager.ts';

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

/** When each list was last requested. A refresh cancels a request that has no answer yet, and must not ask at once again. */
const askedAt = new WeakMap<ApiClient, Map<string, number>>();

export const unfinishedUploadsQuery = (
  client: ApiClient,
  { page = 1, gameId, isHere = () => false }: UploadsFilter = {},
) =>
  queryOptions({
    queryKey: [...queryKeys.unfinishedUploads, { page, gameId }],
    queryFn: async ({ client: cache, signal }): Promise<UnfinishedUploads> => {
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
      const asked = askedAt.get(client) ?? new Map<string, number>();
      askedAt.set(client, asked);
      const list = `${page} ${gameId}`;
      await sleep(Math.max(0, (asked.get(list) ?? 0) + leastPauseMs - Date.now()), signal);
      asked.set(list, Date.now());
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

// Refreshes the lists that uploads change.

/** Small files may complete within a second of each other, so their lists are refreshed together, at most this often. */
const refreshEveryMs = 3000;

export function refreshLists(
  uploads: Pick<UploadManager, 'on'>,
  refresh: (queryKey: readonly string[]) => void,
): void {
  const request = batchEvery<readonly string[]>((keys) => keys.forEach(refresh), refreshEveryMs);
  uploads.on(({ type }) => {
    if (type === 'completed') {
      request(queryKeys.games.all);
      // The server is now searching for metadata of the new game.
      request(queryKeys.matches.all);
      // Admins hear of what waits for them by an alert.
      request(queryKeys.contributions.ownPages);
    }
    if (type !== 'queued') request(queryKeys.unfinishedUploads);
  });
}
