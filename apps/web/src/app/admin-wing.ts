// The admin's part of what lives as long as the page: the upload engine and its texts. Loaded with the first admin page
// and kept, so that an upload goes on while its owner looks around.
import { gamesKey } from '#features/games/games.queries.ts';
import { siteQuery } from '#features/site/site.queries.ts';
import { Digester } from '#features/uploads/digest.ts';
import { warnBeforeLeaving } from '#features/uploads/leave-warning.ts';
import { UploadManager } from '#features/uploads/upload-manager.ts';
import { showUploadToasts } from '#features/uploads/upload-toasts.ts';
import { unfinishedUploadsKey } from '#features/uploads/uploads.queries.ts';
import { addAdminTexts } from '#i18n/admin-texts.ts';
import type { Services } from './services.ts';

let uploads: UploadManager | undefined;

export function openAdminWing(services: Services): UploadManager {
  uploads ??= createUploads(services);
  return uploads;
}

function createUploads({ client, queryClient }: Services): UploadManager {
  addAdminTexts();
  const manager = new UploadManager({
    api: client,
    maxChunkBytes: async () => (await queryClient.fetchQuery(siteQuery(client))).maxChunkBytes,
    digest: new Digester().digest,
  });
  manager.on(({ type }) => {
    if (type === 'completed') void queryClient.invalidateQueries({ queryKey: gamesKey });
    if (type !== 'queued') void queryClient.invalidateQueries({ queryKey: unfinishedUploadsKey });
  });
  showUploadToasts(manager);
  warnBeforeLeaving(manager);
  return manager;
}
