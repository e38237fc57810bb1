// The admin's part of what lives as long as the page: the upload engine and its texts. Loaded with the first admin page
// and kept, so that an upload goes on while its owner looks around.
import { api } from '@cellar/contract/api.ts';
import { siteQuery } from '#features/site/site.queries.ts';
import { UploadBatch } from '#features/uploads/batch/upload-batch.ts';
import { Digester } from '#features/uploads/engine/digest.ts';
import { forgetHandle, forgetOldHandles, keepHandle } from '#features/uploads/engine/file-handles.ts';
import { warnBeforeLeaving } from '#features/uploads/engine/leave-warning.ts';
import { resumeWhenBack } from '#features/uploads/engine/resume-when-back.ts';
import { UploadManager } from '#features/uploads/engine/upload-manager.ts';
import { showUploadToasts } from '#features/uploads/queue/upload-toasts.ts';
import { addAdminTexts } from '#i18n/admin-texts.ts';
import { nowAndThen } from '#lib/now-and-then.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { SessionStore } from '#lib/session-store.ts';
import { keepStrayFilesOut } from '#lib/stray-files.ts';
import type { Services } from './services.ts';

await addAdminTexts();

export function openAdminWing(services: Services): UploadManager {
  const opened = services.uploads.get();
  if (opened) return opened;
  const uploads = createUploads(services);
  services.uploads.set(uploads);
  return uploads;
}

let batch: UploadBatch | undefined;

/** The list of several files, and the form for one: they stay while their owner looks around, and are not shown to the next member. */
export function openBatch({ client, session }: Services): UploadBatch {
  if (batch) return batch;
  const opened = new UploadBatch({ api: client });
  const ownerId = () => session.get()?._id;
  let owner = ownerId();
  session.subscribe(() => {
    if (ownerId() !== undefined && ownerId() !== owner) {
      opened.clear();
      opened.form.forget();
    }
    owner = ownerId() ?? owner;
  });
  batch = opened;
  return opened;
}

/** A shelf of small files is done within seconds: the lists are asked for anew together. */
const togetherMs = 3000;

function createUploads({ client, queryClient, session }: Services): UploadManager {
  const manager = new UploadManager({
    api: client,
    maxChunkBytes: async () => (await queryClient.fetchQuery(siteQuery(client))).maxChunkBytes,
    digest: new Digester().digest,
    onFile: (id, file) => void keepHandle(id, file),
  });
  const askAgain = nowAndThen<readonly string[]>((keys) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  }, togetherMs);
  manager.on(({ type, record }) => {
    if (type === 'completed') askAgain(queryKeys.games.all);
    // The new game is searched for automatically.
    if (type === 'completed') askAgain(queryKeys.matches.all);
    if (type !== 'queued') askAgain(queryKeys.unfinishedUploads);
    if (type === 'completed' || type === 'cancelled') void forgetHandle(record.id);
  });
  void forgetOldHandles();
  showUploadToasts(manager);
  warnBeforeLeaving(manager);
  resumeWhenBack(manager, {
    hasSession: () => session.get() !== undefined,
    isBack: () =>
      client.call(api.site, { timeoutMs: 10_000 }).then(
        () => true,
        () => false,
      ),
  });
  keepStrayFilesOut();
  followSession(manager, session);
  return manager;
}

/** Without a session nothing can be sent: uploads wait for their owner to come back, and are none of the next member's. */
function followSession(manager: UploadManager, session: SessionStore): void {
  let ownerId = session.get()?._id;
  session.subscribe(() => {
    const memberId = session.get()?._id;
    if (memberId === undefined) return manager.pauseAll();
    if (memberId !== ownerId) manager.clear();
    ownerId = memberId;
  });
}
