// Refreshes the lists that uploads change.
import { batchEvery } from '#lib/batch-every.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { UploadManager } from './engine/upload-manager.ts';

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
    if (type !== 'queued') request(queryKeys.unfinishedUploads.all);
  });
}
