// The library folders: adding, changing, and asking for scans. The scans themselves are in ../scanning.

import type {
  FolderSettings,
  LibraryFolder,
  LibraryFolders,
  NewFolder,
  ScanCounts,
  Treatment,
} from '@cellar/contract/folders/folders.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { FolderRow, ItemCount } from './folders.repository.ts';
import * as repository from './folders.repository.ts';
import type { FolderContents } from './items/folder-contents.service.ts';
import { isWithin, type LibraryPaths } from './library-paths.ts';

interface Admin {
  email: string;
}

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  audit: AuditService;
  platforms: PlatformsService;
  paths: LibraryPaths;
  contents: FolderContents;
  /** Begins the scans that are due. */
  scanSoon(): void;
  /** Stops the scan of a folder if this node runs it. */
  stopScan(id: string): void;
  /** Starts the job that removes folders. */
  removeSoon(): void;
}

export type LibraryFoldersService = ReturnType<typeof createLibraryFolders>;

export function createLibraryFolders(deps: Deps) {
  const { db, clock, audit, paths, contents, longReads } = deps;

  /** Changes a folder in a transaction with its audit entry. @throws AppError not_found */
  async function change(
    id: string,
    entry: Pick<Parameters<AuditService['write']>[1], 'action' | 'actor' | 'detail'>,
    work: (trx: Trx) => Promise<boolean>,
  ): Promise<LibraryFolder> {
    await db.transaction().execute(async (trx) => {
      const folder = await repository.findFolder(trx, id);
      if (!folder || folder.problem === 'being_removed' || !(await work(trx)))
        throw notFound('Library folder');
      await audit.write(trx, { ...entry, subject: folder.path });
    });
    return find(deps, id);
  }

  return {
    async list(): Promise<LibraryFolders> {
      const [roots, rows, counts] = await Promise.all([
        paths.listRoots(),
        repository.listFolders(db),
        repository.countItems(longReads),
      ]);
      const now = isoAt(clock);
      return { roots, folders: rows.map((row) => presentFolder(row, counts, now)) };
    },

    browse: paths.browse,

    /**
     * @throws AppError validation_failed, folder_not_permitted, folder_unreadable, folder_not_responding, folder_overlaps
     */
    async add(admin: Admin, { path: given, ...settings }: NewFolder): Promise<LibraryFolder> {
      const path = await paths.resolve(given);
      const now = isoAt(clock);
      const row = {
        id: newId(),
        path,
        ...settingsRow(settings),
        createdAt: now,
        problem: null,
        problemSince: null,
        scanRequestedAt: now,
        scanStartedAt: null,
        holder: null,
        leaseUntil: null,
        lastScanAt: null,
        lastScan: null,
      };
      await db.transaction().execute(async (trx) => {
        await refuseUnknownPlatforms(deps, trx, settings);
        await repository.lockAdding(trx);
        const others = await repository.listFolders(trx);
        if (others.some((other) => isWithin(other.path, path) || isWithin(path, other.path)))
          throw overlaps();
        await repository.insertFolder(trx, row);
        await audit.write(trx, { action: 'library_folder_added', actor: admin.email, subject: path });
      });
      deps.scanSoon();
      return find(deps, row.id);
    },

    /** Also requests a scan, since the settings decide what is found. @throws AppError not_found, validation_failed */
    async edit(admin: Admin, id: string, settings: FolderSettings): Promise<LibraryFolder> {
      const changes = { ...settingsRow(settings), scanRequestedAt: isoAt(clock) };
      const folder = await change(
        id,
        { action: 'library_folder_changed', actor: admin.email },
        async (trx) => {
          await refuseUnknownPlatforms(deps, trx, settings);
          return repository.updateFolder(trx, id, changes);
        },
      );
      deps.scanSoon();
      return folder;
    },

    /** The job removes what the library has of the folder. @throws AppError not_found */
    async remove(admin: Admin, id: string, deletesGames: boolean): Promise<void> {
      const removal = { ...repository.beingRemoved, deletesGames: deletesGames ? 1 : 0 };
      await change(id, { action: 'library_folder_removed', actor: admin.email }, (trx) =>
        repository.updateFolder(trx, id, { ...removal, problemSince: isoAt(clock) }),
      );
      deps.stopScan(id);
      deps.removeSoon();
    },

    /** A job: takes the files of removed folders out of the library, and then forgets the folders. */
    async finishRemovals(signal: AbortSignal): Promise<void> {
      for (const { id, deletesGames } of await repository.listBeingRemoved(db)) {
        await contents.remove(id, { deletesGames: deletesGames === 1, signal });
        if (signal.aborted) return;
        await repository.deleteFolder(db, id);
      }
    },

    /** @throws AppError not_found */
    async countContents(id: string): Promise<{ files: number; games: number }> {
      if (!(await repository.findFolder(db, id))) throw notFound('Library folder');
      return contents.count(id);
    },

    /** @throws AppError not_found */
    async scan(admin: Admin, id: string, acceptMissing: boolean): Promise<LibraryFolder> {
      const request = { scanRequestedAt: isoAt(clock), acceptsMissing: acceptMissing ? 1 : 0 };
      const folder = await change(id, { action: 'library_folder_scanned', actor: admin.email }, (trx) =>
        repository.updateFolder(trx, id, request),
      );
      deps.scanSoon();
      return folder;
    },

    /** @throws AppError not_found */
    async cancel(id: string): Promise<LibraryFolder> {
      if (!(await repository.updateFolder(db, id, repository.notScanning))) throw notFound('Library folder');
      deps.stopScan(id);
      return find(deps, id);
    },

    /** `treatment` null: as the scan itself decides. @throws AppError not_found */
    async treat(admin: Admin, id: string, path: string, treatment: Treatment | null): Promise<LibraryFolder> {
      const entry = { action: 'library_path_treated', actor: admin.email, detail: path } as const;
      const folder = await change(id, entry, async (trx) => {
        if (!(await repository.updateFolder(trx, id, { scanRequestedAt: isoAt(clock) }))) return false;
        await repository.setTreatment(trx, { folderId: id, path, treatment });
        return true;
      });
      deps.scanSoon();
      return folder;
    },

    /** @throws AppError not_found */
    async listProblems(id: string) {
      const { problems: total } = await find(deps, id);
      const rows = await repository.listProblems(db, id);
      return { problems: rows.map(({ path, reason }) => ({ path, reason })), total };
    },
  };
}

/** @throws AppError not_found */
async function find({ db, longReads, clock }: Deps, id: string): Promise<LibraryFolder> {
  const row = await repository.findFolder(db, id);
  if (!row) throw notFound('Library folder');
  return presentFolder(row, await repository.countItems(longReads, id), isoAt(clock));
}

/** @throws AppError validation_failed */
async function refuseUnknownPlatforms(
  { platforms }: Deps,
  trx: Trx,
  { platform, platformFolders }: Pick<FolderSettings, 'platform' | 'platformFolders'>,
): Promise<void> {
  const names = [platform ?? [], platformFolders.map((folder) => folder.platform)].flat();
  // Always in the same order, since each may be locked.
  for (const name of [...new Set(names)].sort()) await platforms.refuseUnknown(trx, name);
}

function overlaps(): AppError {
  const message =
    'This directory is, contains or lies in a library folder. Remove that folder first, or choose another directory.';
  return new AppError('folder_overlaps', message);
}

/** The rows of library folders as the contract shows them, and back. */
function presentFolder(row: FolderRow, counts: readonly ItemCount[], now: string): LibraryFolder {
  const { id, path, mode, platform, frequency, createdAt, problem, problemSince, lastScanAt } = row;
  const lastScan = row.lastScan === null ? null : (JSON.parse(row.lastScan) as ScanCounts);
  const isWaiting = row.scanRequestedAt !== null && row.scanRequestedAt <= now;
  return {
    id,
    path,
    mode,
    platform,
    platformFolders: platformFoldersOf(row),
    extensions: extensionsOf(row),
    frequency,
    isWatched: row.isWatched === 1,
    addsCertain: row.addsCertain === 1,
    createdAt,
    problem,
    problemSince,
    scan:
      row.scanStartedAt !== null || isWaiting
        ? { startedAt: row.scanStartedAt, entries: row.scannedEntries }
        : null,
    lastScanAt,
    lastScan,
    items: itemsOf(counts.filter(({ folderId }) => folderId === id)),
    problems: lastScan?.problems ?? 0,
  };
}

function itemsOf(counts: readonly ItemCount[]): LibraryFolder['items'] {
  const items = { found: 0, adding: 0, added: 0, missing: 0, skipped: 0, removed: 0, extras: 0 };
  for (const { state, items: count, extras, missing } of counts) {
    // The list of removed items includes extras.
    const inLibrary = state === 'removed' ? 0 : Number(extras);
    items[state] += Number(count) - inLibrary;
    items.extras += inLibrary;
    if (state === 'added') items.missing += Number(missing);
  }
  return items;
}

export function platformFoldersOf(
  row: Pick<FolderRow, 'platformFolders'>,
): FolderSettings['platformFolders'] {
  return JSON.parse(row.platformFolders);
}

export function extensionsOf(row: Pick<FolderRow, 'extensions'>): string[] {
  return JSON.parse(row.extensions);
}

/** The columns of the settings. */
function settingsRow({ platformFolders, extensions, isWatched, addsCertain, ...plain }: FolderSettings) {
  return {
    ...plain,
    platformFolders: JSON.stringify(platformFolders),
    extensions: JSON.stringify(extensions),
    isWatched: isWatched ? 1 : 0,
    addsCertain: addsCertain ? 1 : 0,
  };
}
