// Library folders for tests, and what a scan finds in them.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Insertable } from 'kysely';
import { onTestFinished } from 'vitest';
import type { LibraryFoldersTable, LibraryItemsTable } from '#folders/tables.ts';
import {
  defaultWalkRules,
  type FoundItem,
  type ItemMember,
  type MemberBatch,
  type ScanProblem,
  type ScanRecord,
  type WalkBatch,
  type WalkRules,
} from '#folders/walk/scan-types.ts';
import { listMembers, walkFolder } from '#folders/walk/walk-folder.ts';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';

/** Long ago, so that a scan does not take a file for one that is still being copied. */
const modifiedAt = new Date('2020-01-02T03:04:05.678Z');

/** Returns a new empty directory that is removed after the test. */
export function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'library-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Creates files of one byte, and the directories above them. A path that ends with `/` is an empty directory. */
export function addFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const absolute = join(root, path);
    mkdirSync(path.endsWith('/') ? absolute : dirname(absolute), { recursive: true });
    if (path.endsWith('/')) continue;
    writeFileSync(absolute, 'x');
    utimesSync(absolute, modifiedAt, modifiedAt);
  }
}

export function folderOf(paths: readonly string[]): string {
  const root = emptyFolder();
  addFiles(root, paths);
  return root;
}

export interface Walked {
  records: ScanRecord[];
  /** The kind and path of each item and extra, such as `set a/x.part1.rar` or `update a/p.zip of a/x.zip`. */
  found: string[];
  items: FoundItem[];
  /** The reason and path of each problem. */
  problems: string[];
  hidden: string[];
  summary: WalkBatch['summary'] | undefined;
}

interface Options {
  excluded?: string[];
  rules?: Partial<WalkRules>;
  signal?: AbortSignal;
}

const never = new AbortController().signal;

export async function walkAll(path: string, options: Options = {}): Promise<Walked> {
  const { excluded = [], rules, signal = never } = options;
  const records: ScanRecord[] = [];
  let summary: Walked['summary'];
  for await (const batch of walkFolder({ path, excluded }, { ...defaultWalkRules, ...rules }, signal)) {
    records.push(...batch.records);
    summary = batch.summary;
  }
  const found = records.flatMap((record) => (record.type === 'problem' ? [] : [record]));
  const problems = records.filter((record): record is ScanProblem => record.type === 'problem');
  return {
    records,
    found: found.map((record) =>
      record.type === 'item'
        ? `${record.item.kind} ${record.item.path}`
        : `${record.extraKind} ${record.item.path} of ${record.ownerPath}`,
    ),
    items: found.map(({ item }) => item),
    problems: problems.map(({ reason, path }) => `${reason} ${path}`),
    hidden: problems.filter(({ hidesItems }) => hidesItems).map((problem) => problem.path),
    summary,
  };
}

export async function membersOfItem(
  path: string,
  item: Pick<FoundItem, 'path' | 'kind'>,
  rules: Partial<WalkRules> = {},
): Promise<{ members: ItemMember[]; total: MemberBatch['total']; problems: ScanProblem[] }> {
  const members: ItemMember[] = [];
  const problems: ScanProblem[] = [];
  let total: MemberBatch['total'];
  for await (const batch of listMembers(
    { path, excluded: [] },
    item,
    { ...defaultWalkRules, ...rules },
    never,
  )) {
    members.push(...batch.members);
    problems.push(...batch.problems);
    total = batch.total;
  }
  return { members, total, problems };
}

// A library folder with games that are added in place, without the review list.

export interface LibraryFolder {
  id: string;
  path: string;
  /** The value of LIBRARY_ROOTS. */
  root: string;
  write(path: string, content: string | Buffer): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a directory below a root of its own. Call `addFolder` when the application has started. */
export async function makeLibraryFolder(): Promise<LibraryFolder> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'cellar-library-')));
  const path = join(root, 'games');
  await mkdir(path);
  return {
    id: newId(),
    path,
    root,
    async write(name, content) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), content);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

export async function addFolder(services: Services, { id, path }: LibraryFolder): Promise<void> {
  await insertFolder(services, { id, path });
}

async function findItemAt({ path }: LibraryFolder, itemPath: string): Promise<FoundItem> {
  const { signal } = new AbortController();
  for await (const { records } of walkFolder({ path, excluded: [] }, defaultWalkRules, signal)) {
    for (const record of records)
      if (record.type === 'item' && record.item.path === itemPath) return record.item;
  }
  throw new Error(`the scan finds no item at ${itemPath}`);
}

/** Adds the item at this path as the only platform file of a new game. */
export async function addInPlace(services: Services, folder: LibraryFolder, itemPath: string) {
  const { db } = services.database;
  const item = await findItemAt(folder, itemPath);
  const itemId = newId();
  const title = `Sample Game ${newId()}`;
  const { path, kind, extension, size, fileCount, modifiedAtMs, fingerprint } = item;
  const key = titleKey(title);
  await db
    .insertInto('libraryItems')
    .values({
      ...{ id: itemId, folderId: folder.id, path, kind, extension, size, fileCount, fingerprint },
      ...{ modifiedAt: modifiedAtMs, sampleSha256: null, state: 'added', title, titleKey: key },
      ...{ platform: 'Windows', platformKey: 'Windows', version: '', year: null, ids: '{}', isCertain: 1 },
      ...{ problem: null, foundAt: new Date().toISOString(), missingSince: null },
    })
    .execute();
  const fileSize = await services.libraryBytes.prepareItem(itemId, new AbortController().signal);
  const gameId = await db.transaction().execute(async (trx) => {
    const id = await services.games.ensureGame(trx, title);
    await services.files.addFile(trx, {
      ...{ gameId: id, platform: 'Windows', extension, fileSize, storageKey: newId() },
      ...{ libraryItemId: itemId, contentTag: fingerprint },
    });
    return id;
  });
  return { id: gameId, itemId, title, platform: 'Windows', fileSize };
}

/** What a scan does for an item whose files have changed. */
export async function rescanItem(
  services: Services,
  folder: LibraryFolder,
  itemId: string,
  itemPath: string,
) {
  const { size, fileCount, modifiedAtMs, fingerprint } = await findItemAt(folder, itemPath);
  await services.database.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('libraryItems')
      .set({ size, fileCount, modifiedAt: modifiedAtMs, fingerprint, missingSince: null })
      .where('id', '=', itemId)
      .execute();
    await services.files.contentChanged(trx, itemId);
  });
}

// Inserts library folders and items, as if a scan had found them.

export async function insertFolder(
  { database }: Pick<Services, 'database'>,
  folder: Partial<Insertable<LibraryFoldersTable>> = {},
): Promise<string> {
  const id = folder.id ?? newId();
  await database.db
    .insertInto('libraryFolders')
    .values({
      id,
      path: `/games/${id}`,
      mode: 'in_place',
      platform: null,
      platformFolders: '[]',
      extensions: '[]',
      frequency: 'off',
      isWatched: 0,
      addsCertain: 0,
      createdAt: new Date().toISOString(),
      problem: null,
      problemSince: null,
      scanRequestedAt: null,
      scanStartedAt: null,
      holder: null,
      leaseUntil: null,
      lastScanAt: null,
      lastScan: null,
      ...folder,
    })
    .execute();
  return id;
}

type NewItem = Partial<Insertable<LibraryItemsTable>> & { folderId: string };

/** Returns the row of a found file, for Windows and last changed in 2024 unless told otherwise. */
export function itemRow(item: NewItem): Insertable<LibraryItemsTable> {
  const id = newId();
  const { title = `Sample Game ${id}`, platform = 'Windows' } = item;
  return {
    id,
    path: `${title}.zip`,
    kind: 'file',
    extension: '.zip',
    size: 1000,
    fileCount: 1,
    modifiedAt: Date.UTC(2024, 0, 1),
    fingerprint: newId(),
    sampleSha256: null,
    state: 'found',
    title,
    titleKey: titleKey(title),
    platform,
    platformKey: platform ?? '',
    version: '',
    year: null,
    ids: '{}',
    isCertain: 0,
    problem: null,
    foundAt: new Date().toISOString(),
    missingSince: null,
    ...item,
  };
}

/** Returns the id. */
export async function insertItem({ database }: Pick<Services, 'database'>, item: NewItem): Promise<string> {
  const row = itemRow(item);
  await database.db.insertInto('libraryItems').values(row).execute();
  return row.id;
}
