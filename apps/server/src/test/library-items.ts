// Inserts library folders and items, as if a scan had found them.
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Insertable } from 'kysely';
import type { LibraryFoldersTable, LibraryItemsTable } from '#folders/tables.ts';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';

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
