// Temporary files: what lies there and whose it is, and clearing it without harm to an upload that goes on.

import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { ClearTempResponse, TempFile, TempFileKind } from '@cellar/contract/temp-files.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import type { ArtworkFolder } from '#features/artwork/artwork-folder.service.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { UploadsService } from '#features/uploads/uploads.service.ts';
import type { Clock } from '#platform/clock.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { listOpenUploads, type OpenUpload } from './temp-files.repository.ts';

interface Deps {
  db: Db;
  storage: Storage;
  artwork: ArtworkFolder;
  uploads: UploadsService;
  audit: AuditService;
  clock: Clock;
  log: FastifyBaseLogger;
  /** The storage's folder as seen from DATA_DIR; empty where it is the same, or lies elsewhere. */
  storagePath: string;
}

/** A file, whose it is, and how it is removed when it is nobody's. */
interface Found {
  path: string;
  kind: TempFileKind;
  size: number;
  createdAt: Date;
  modifiedAt: Date;
  upload: OpenUpload | undefined;
  remove(): Promise<void>;
}

/** What goes together: the files of one upload, or a file that is nobody's. */
interface Lot {
  files: Found[];
  upload: OpenUpload | undefined;
  touchedAt: number;
}

const recentMs = 24 * 3600_000;
/** May be under a writer's hands, whoever it is: nothing makes that go. */
const beingWrittenMs = 2 * 60_000;

export type TempFilesService = ReturnType<typeof createTempFilesService>;

export function createTempFilesService(deps: Deps) {
  const { db, storage, artwork, uploads, audit, clock, log, storagePath } = deps;

  async function find(): Promise<Found[]> {
    const [stored, drafts] = [await storage.listTemp(), await artwork.listDrafts()];
    // After the files: an upload's row comes before its bytes, so whoever's bytes were seen is among these.
    const open = new Map((await listOpenUploads(db)).map((upload) => [upload.id, upload]));
    return [
      ...stored.map((entry) => ({
        ...entry,
        path: storagePath ? `${storagePath}/${entry.path}` : entry.path,
        upload: entry.key === null ? undefined : open.get(entry.key),
        remove: () => storage.deleteTemp(entry.path),
      })),
      ...drafts.map(({ name, ...draft }) => ({
        ...draft,
        path: `artwork/${name}`,
        kind: 'artwork' as const,
        upload: undefined,
        remove: () => artwork.removeDraft(name),
      })),
    ];
  }

  /** An upload is as young as the last of its bytes, acknowledged or not. */
  async function findLots(): Promise<Lot[]> {
    const lots = new Map<string, Lot>();
    for (const file of await find()) {
      const key = file.upload?.id ?? file.path;
      const lot = lots.get(key) ?? { files: [], upload: file.upload, touchedAt: 0 };
      lot.files.push(file);
      const uploadTouchedAt = file.upload ? Date.parse(file.upload.touchedAt) : 0;
      lot.touchedAt = Math.max(lot.touchedAt, file.modifiedAt.getTime(), uploadTouchedAt);
      lots.set(key, lot);
    }
    return [...lots.values()].sort((a, b) => a.touchedAt - b.touchedAt);
  }

  /** Gives false for what is spared after all. */
  async function remove({ files, upload, touchedAt }: Lot): Promise<boolean> {
    if (upload) return uploads.discardUntouched(upload.clientId, new Date(touchedAt).toISOString());
    for (const file of files) await file.remove();
    return true;
  }

  async function removeAll(lots: Lot[], youngest: number) {
    const [removed, spared]: [Lot[], Lot[]] = [[], []];
    for (const lot of lots) {
      const isRemoved = lot.touchedAt < youngest && (await removeOrLog(lot));
      (isRemoved ? removed : spared).push(lot);
    }
    // What counts is what is gone, whatever became of each deletion.
    const left = new Set((await find()).map(({ path }) => path));
    return { removed, spared, left };
  }

  /** One file that can't be removed must not keep the others. */
  async function removeOrLog(lot: Lot): Promise<boolean> {
    return remove(lot).catch((error) => {
      log.error({ err: error, path: lot.files[0]?.path }, 'a temporary file could not be removed');
      return true;
    });
  }

  function present({ files, upload, touchedAt }: Lot): TempFile[] {
    const age = Math.max(0, clock.now().getTime() - touchedAt);
    return files.map(({ path, kind, size, createdAt, modifiedAt }) => ({
      ...{ path, kind, size, name: path.split('/').at(-1) ?? path },
      created: createdAt.toISOString(),
      modified: modifiedAt.toISOString(),
      ageSeconds: Math.floor(age / 1000),
      isRecent: age <= recentMs,
      upload: upload ? presentUpload(upload, touchedAt) : null,
    }));
  }

  return {
    /** What was left alone longest comes first. */
    async listTempFiles(): Promise<{ files: TempFile[]; totalBytes: number }> {
      const files = (await findLots()).flatMap(present);
      return { files, totalBytes: sumOf(files) };
    },

    /** Rows first, then bytes. What is young is spared; what is being written, in any case. */
    async clear(admin: { email: string }, includeRecent: boolean): Promise<ClearTempResponse> {
      const youngest = clock.now().getTime() - (includeRecent ? beingWrittenMs : recentMs);
      const { removed, spared, left } = await removeAll(await findLots(), youngest);
      const chosen = removed.flatMap((lot) => lot.files);
      const files = chosen.filter(({ path }) => !left.has(path));
      const failed = chosen.flatMap(({ path }) => (left.has(path) ? [path] : []));
      const freedBytes = sumOf(files);
      const message = messageOf(files.length, freedBytes, failed.length);
      if (files.length > 0) {
        const titles = removed.flatMap((lot) => (isGone(lot, left) ? (lot.upload?.title ?? []) : []));
        const detail = [`${files.length}, ${formatBytes(freedBytes)}`, ...titles].join(' · ').slice(0, 1000);
        await audit.write(db, { action: 'temp_cleared', actor: admin.email, detail });
        log.info({ files: files.length, freedBytes, uploads: titles.length }, 'temporary files cleared');
      }
      return {
        ...{ message, freedBytes, removed: files.map(({ path }) => path), failed },
        discardedUploads: removed.filter((lot) => lot.upload && isGone(lot, left)).length,
        spared: spared.flatMap((lot) => lot.files.map(({ path }) => path)),
      };
    },
  };
}

function isGone({ files }: Lot, left: Set<string>): boolean {
  return files.every(({ path }) => !left.has(path));
}

function messageOf(removed: number, bytes: number, failed: number): string {
  const word = removed === 1 ? 'temporary file' : 'temporary files';
  const done = `Removed ${removed} ${word} (${formatBytes(bytes)})`;
  return failed === 0 ? done : `${done}. ${failed} could not be removed.`;
}

function presentUpload(upload: OpenUpload, touchedAt: number): TempFile['upload'] {
  const { clientId, title, platform, storedChunks, totalChunks } = upload;
  const percent = Math.min(100, Math.floor((100 * storedChunks) / totalChunks));
  return { uploadId: clientId, title, platform, percent, touchedAt: new Date(touchedAt).toISOString() };
}

function sumOf(files: { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
