// Services for admins and contributors: the upload engine, the batch list and drafts. They are loaded with the first page that
// uploads, and kept, so that uploads continue while the member visits other pages.
import { memberApi } from '@cellar/contract/member-api.ts';
import type { ReactNode } from 'react';
import { siteQuery } from '#admin/site/site.queries.ts';
import { DraftStore, DraftStoreContext } from '#games/game-editor/draft/draft-store.ts';
import { AdminTableContext, AdminTableMemory } from '#games/games-admin/admin-list.ts';
import { Digester } from '#lib/digester.ts';
import type { Observable } from '#lib/listeners.ts';
import { ownPlatformsQuery } from '#lib/own-platforms.ts';
import type { Services } from '#lib/services-context.ts';
import type { SessionStore } from '#lib/session-store.ts';
import { UploadBatch } from '#transfer/uploads/batch/upload-batch.ts';
import { BatchContext } from '#transfer/uploads/batch/use-batch.ts';
import {
  forgetHandle,
  forgetOldHandles,
  keepHandle,
  warnBeforeLeaving,
} from '#transfer/uploads/engine/page-leaving.ts';
import { resumeWhenBack } from '#transfer/uploads/engine/resume-when-back.ts';
import { UploadManager } from '#transfer/uploads/engine/upload-manager.ts';
import { showUploadToasts } from '#transfer/uploads/queue/upload-toasts.ts';
import { refreshLists } from '#transfer/uploads/uploads.queries.ts';
import { UploadsContext } from '#transfer/uploads/use-uploads.ts';

export interface AdminServices {
  uploads: UploadManager;
  /** The files chosen together, and the state of the form for a single game. */
  batch: UploadBatch;
  /** Unsaved changes of the game editor. */
  drafts: DraftStore;
  /** The list and the selection of the table of games. */
  table: AdminTableMemory;
}

declare module '#lib/services-context.ts' {
  interface Services {
    /** Undefined until a page of admins or contributors has been opened. */
    admin: Observable<AdminServices | undefined>;
  }
}

export function openAdminServices(services: Services): AdminServices {
  const opened = services.admin.get();
  if (opened) return opened;
  const admin = {
    uploads: createUploads(services),
    batch: createBatch(services),
    drafts: new DraftStore(),
    table: new AdminTableMemory(),
  };
  onOtherMember(services.session, () => admin.table.forget());
  services.admin.set(admin);
  return admin;
}

export function AdminServicesProvider({ admin, children }: { admin: AdminServices; children: ReactNode }) {
  return (
    <UploadsContext value={admin.uploads}>
      <BatchContext value={admin.batch}>
        <DraftStoreContext value={admin.drafts}>
          <AdminTableContext value={admin.table}>{children}</AdminTableContext>
        </DraftStoreContext>
      </BatchContext>
    </UploadsContext>
  );
}

function createUploads({ client, queryClient, session, connection }: Services): UploadManager {
  const manager = new UploadManager({
    api: client,
    maxChunkBytes: async () => (await queryClient.fetchQuery(siteQuery(client))).maxChunkBytes,
    digest: new Digester().digest,
    onFile: (id, file) => void keepHandle(id, file),
  });
  refreshLists(manager, (queryKey) => void queryClient.invalidateQueries({ queryKey }));
  manager.on(({ type, record }) => {
    if (type === 'completed' || type === 'cancelled') void forgetHandle(record.id);
  });
  void forgetOldHandles();
  showUploadToasts(manager);
  warnBeforeLeaving(manager);
  resumeWhenBack(manager, {
    hasSession: () => session.get() !== undefined,
    onReturn: (listener) => connection.onReturn(listener),
    isBack: () =>
      client.call(memberApi.site, { timeoutMs: 10_000 }).then(
        () => true,
        () => false,
      ),
  });
  keepStrayFilesOut();
  session.subscribe(() => {
    if (!session.get()) manager.pauseAll();
  });
  onOtherMember(session, () => manager.clear());
  return manager;
}

function createBatch({ client, queryClient, session }: Services): UploadBatch {
  const batch = new UploadBatch({
    api: client,
    ownPlatforms: () => queryClient.fetchQuery(ownPlatformsQuery(client)),
  });
  onOtherMember(session, () => batch.forget());
  return batch;
}

/** Keeps uploads and the batch list after a logout, and removes them when another member logs in. */
function onOtherMember(session: SessionStore, forget: () => void): void {
  let ownerId = session.get()?._id;
  session.subscribe(() => {
    const memberId = session.get()?._id;
    if (memberId === undefined || memberId === ownerId) return;
    forget();
    ownerId = memberId;
  });
}

/** Prevents files dropped outside a drop zone from replacing the page, which would end its uploads. */
function keepStrayFilesOut(): void {
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse);
}

function refuse(event: DragEvent): void {
  const isField = event.target instanceof HTMLInputElement && event.target.type === 'file';
  // A drop zone has already handled the event.
  if (event.defaultPrevented || isField || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
