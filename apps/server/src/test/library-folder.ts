// A library folder with games that are added in place, without the review list.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { defaultWalkRules, type FoundItem } from '#folders/walk/scan-types.ts';
import { walkFolder } from '#folders/walk/walk-folder.ts';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';
import { insertFolder } from './library-items.ts';

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

export async function findItemAt({ path }: LibraryFolder, itemPath: string): Promise<FoundItem> {
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
