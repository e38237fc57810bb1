// Lists temporary files with the uploads that they belong to, and removes those that no active upload needs.

import type {
  ClearTempResponse,
  TempFile,
  TempFileKind,
} from '@cellar/contract/admin/temp-files.endpoints.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { Db } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoOfFile, minuteMs } from '#platform/clock.ts';
import type { UploadsService } from '#transfer/uploads/uploads.service.ts';
import type { AuditService } from './audit.service.ts';

interface Deps extends Pick<Base, 'db' | 'storage' | 'clock' | 'log'> {
  uploads: UploadsService;
  audit: AuditService;
}

/** A temporary file. Call `remove` only if the file has no upload. */
interface Found {
  path: string;
  kind: TempFileKind;
  size: number;
  createdAt: Date;
  modifiedAt: Date;
  upload: OpenUpload | undefined;
  remove(): Promise<void>;
}

/** The files of one upload, or a single file without an upload. */
interface FileGroup {
  files: Found[];
  upload: OpenUpload | undefined;
  touchedAt: number;
}

const recentMs = dayMs;
/** A younger file may still be incomplete, so it is never removed. */
const minAgeMs = 2 * minuteMs;

export type TempFilesService = ReturnType<typeof createTempFilesService>;

export function createTempFilesService(deps: Deps) {
  const { db, audit, clock, log } = deps;
  return {
    /** Returns the oldest files first. */
    async listTempFiles(): Promise<{ files: TempFile[]; totalBytes: number }> {
      const now = deps.clock.now();
      const files = (await findGroups(deps)).flatMap((group) => present(group, now));
      return { files, totalBytes: sumOf(files) };
    },

    /** Keeps recent files unless `includeRecent` is set. Always keeps files that may still be incomplete. */
    async clear(admin: { email: string }, includeRecent: boolean): Promise<ClearTempResponse> {
      const youngest = clock.now().getTime() - (includeRecent ? minAgeMs : recentMs);
      const { removed, spared, left } = await removeAll(deps, await findGroups(deps), youngest);
      const chosen = removed.flatMap((group) => group.files);
      const files = chosen.filter(({ path }) => !left.has(path));
      const failed = chosen.flatMap(({ path }) => (left.has(path) ? [path] : []));
      const freedBytes = sumOf(files);
      const message = messageOf(files.length, freedBytes, failed.length);
      const discarded = removed.filter((group) => isGone(group, left)).flatMap(({ upload }) => upload ?? []);
      if (files.length > 0) {
        const titles = discarded.map(({ title }) => title);
        const detail = [`${files.length}, ${formatBytes(freedBytes)}`, ...titles].join(' · ').slice(0, 1000);
        await audit.write(db, { action: 'temp_cleared', actor: admin.email, detail });
        log.info({ files: files.length, freedBytes, uploads: titles.length }, 'temporary files cleared');
      }
      return {
        message,
        freedBytes,
        removed: files.map(({ path }) => path),
        failed,
        discardedUploads: discarded.length,
        spared: spared.flatMap((group) => group.files.map(({ path }) => path)),
      };
    },
  };
}

async function find({ db, storage }: Deps): Promise<Found[]> {
  const stored = await storage.listTemp();
  // Read after the files: an upload's row is older than its bytes, so every upload with listed bytes is found.
  const open = new Map((await listOpenUploads(db)).map((upload) => [upload.id, upload]));
  return stored.map(({ id, name, key, ...entry }) => ({
    ...entry,
    path: name,
    upload: key === null ? undefined : open.get(key),
    remove: () => storage.deleteTemp(id),
  }));
}

/** Returns the oldest groups first. An upload is as old as its newest bytes, even if they are not acknowledged yet. */
async function findGroups(deps: Deps): Promise<FileGroup[]> {
  const groups = new Map<string, FileGroup>();
  for (const file of await find(deps)) {
    const key = file.upload?.id ?? file.path;
    const group = groups.get(key) ?? { files: [], upload: file.upload, touchedAt: 0 };
    group.files.push(file);
    const uploadTouchedAt = file.upload ? Date.parse(file.upload.touchedAt) : 0;
    group.touchedAt = Math.max(group.touchedAt, file.modifiedAt.getTime(), uploadTouchedAt);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.touchedAt - b.touchedAt);
}

async function removeAll(deps: Deps, groups: FileGroup[], youngest: number) {
  const [removed, spared]: [FileGroup[], FileGroup[]] = [[], []];
  for (const group of groups) {
    const isRemoved = group.touchedAt < youngest && (await removeOrLog(deps, group));
    (isRemoved ? removed : spared).push(group);
  }
  // The result lists the files that are really gone, whether or not their deletion reported an error.
  const left = new Set((await find(deps)).map(({ path }) => path));
  return { removed, spared, left };
}

/** Logs a failure, so that the other files are still removed. */
function removeOrLog({ uploads, log }: Deps, group: FileGroup): Promise<boolean> {
  return remove(uploads, group).catch((error) => {
    log.error({ err: error, path: group.files[0]?.path }, 'a temporary file could not be removed');
    return true;
  });
}

/** Returns false for an upload that was touched in the meantime and is therefore kept. */
async function remove(uploads: UploadsService, { files, upload, touchedAt }: FileGroup): Promise<boolean> {
  if (upload) return uploads.discardUntouched(upload.clientId, isoOfFile(touchedAt));
  for (const file of files) await file.remove();
  return true;
}

function present({ files, upload, touchedAt }: FileGroup, now: Date): TempFile[] {
  const age = Math.max(0, now.getTime() - touchedAt);
  return files.map(({ path, kind, size, createdAt, modifiedAt }) => ({
    path,
    kind,
    size,
    name: path.split('/').at(-1) ?? path,
    created: isoOfFile(createdAt),
    modified: isoOfFile(modifiedAt),
    ageSeconds: Math.floor(age / 1000),
    isRecent: age <= recentMs,
    upload: upload ? presentUpload(upload, touchedAt) : null,
  }));
}

function isGone({ files }: FileGroup, left: Set<string>): boolean {
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
  return { uploadId: clientId, title, platform, percent, touchedAt: isoOfFile(touchedAt) };
}

function sumOf(files: { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

interface OpenUpload {
  id: string;
  clientId: string;
  title: string;
  platform: string;
  touchedAt: string;
  totalChunks: number;
  storedChunks: number;
}

/** Reads unfinished uploads. The uploads feature writes these tables. */
async function listOpenUploads(db: Db): Promise<OpenUpload[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'clientId', 'title', 'platform', 'touchedAt', 'totalChunks'])
    .select((eb) =>
      eb
        .selectFrom('uploadChunks')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('uploadChunks.uploadId', '=', 'uploads.id')
        .as('storedChunks'),
    )
    .where('state', '=', 'open')
    .execute();
  return rows.map((row) => ({ ...row, storedChunks: Number(row.storedChunks) }));
}
