// A disk with games for tests of library folders, and what an admin does with it.
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { expect, vi } from 'vitest';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';
import { eventually } from '../../../../test/waiting.ts';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';

export interface LibraryDisk {
  /** Use it as LIBRARY_ROOTS. */
  root: string;
  /** Writes files, which were last modified long ago unless `at` says otherwise. Content is the path by default. */
  write(files: Record<string, string | Buffer>, at?: Date): Promise<void>;
  remove(): Promise<void>;
}

export async function createLibraryDisk(): Promise<LibraryDisk> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'cellar-games-')));
  return {
    root,
    async write(files, at = new Date('2024-05-01T10:00:00Z')) {
      for (const [path, content] of Object.entries(files)) {
        const absolute = join(root, path);
        await mkdir(dirname(absolute), { recursive: true });
        await writeFile(absolute, content);
        await utimes(absolute, at, at);
      }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

const defaults = {
  mode: 'in_place',
  platform: null,
  platformFolders: [],
  extensions: [],
  frequency: 'off',
  isWatched: false,
  addsCertain: false,
};

/** Adds a library folder and waits for its first scan. */
export async function addFolder(admin: Client, path: string, settings: object = {}): Promise<LibraryFolder> {
  const { status, body } = await admin.call(api.addLibraryFolder, {
    json: { path, ...defaults, ...settings },
  });
  expect(status, body.message).toBe(201);
  return scanned(admin, body.id);
}

/** Scans a folder and waits for the end. */
export async function scan(admin: Client, id: string, acceptMissing = false): Promise<LibraryFolder> {
  const { status } = await admin.call(api.scanLibraryFolder, { params: { id }, json: { acceptMissing } });
  expect(status).toBe(202);
  return scanned(admin, id);
}

/** Waits until no scan of the folder is running or waiting. */
export function scanned(admin: Client, id: string): Promise<LibraryFolder> {
  return eventually(async () => {
    const folder = await folderOf(admin, id);
    expect(folder.scan).toBeNull();
    return folder;
  });
}

export async function folderOf(admin: Client, id: string): Promise<LibraryFolder> {
  const { body } = await admin.call(api.listLibraryFolders);
  return body.folders.find((folder: LibraryFolder) => folder.id === id);
}

export function itemsOf({ services }: TestApp) {
  return services.database.db.selectFrom('libraryItems').selectAll().orderBy('path').execute();
}

export async function itemAt(app: TestApp, path: string) {
  const item = (await itemsOf(app)).find((one) => one.path === path);
  if (!item) throw new Error(`there is no item ${path}`);
  return item;
}

/** Makes found items the platform files of games, in place. */
export async function addItems(app: TestApp): Promise<void> {
  const { db } = app.services.database;
  for (const item of await itemsOf(app)) {
    if (item.state !== 'found') continue;
    const game = await gameOf(app, item.title);
    const file = { id: newId(), gameId: game, platform: item.platform ?? item.id, extension: item.extension };
    await db
      .insertInto('gameFiles')
      .values({
        ...file,
        fileSize: item.size,
        storageKey: newId(),
        sha256: null,
        libraryItemId: item.id,
        contentTag: item.fingerprint,
        createdAt: new Date().toISOString(),
      })
      .execute();
    await db.updateTable('libraryItems').set({ state: 'added' }).where('id', '=', item.id).execute();
  }
}

async function gameOf({ services }: TestApp, title: string): Promise<string> {
  const { db } = services.database;
  const key = titleKey(title);
  const known = await db.selectFrom('games').select('id').where('titleKey', '=', key).executeTakeFirst();
  if (known) return known.id;
  const id = newId();
  await db
    .insertInto('games')
    .values({
      id,
      title,
      titleKey: key,
      titleFold: key,
      description: '',
      createdAt: new Date().toISOString(),
    })
    .execute();
  return id;
}

// A library folder whose disk does not answer.

const minuteMs = 60_000;

/** From now on nothing may touch the disk of the folder, until the returned function is called. */
export async function silenceFolder(
  { libraryBytes }: Pick<Services, 'libraryBytes'>,
  folderId: string,
): Promise<() => Promise<void>> {
  const answer = Promise.withResolvers<void>();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asked = libraryBytes.gateOf(folderId)(
      () => answer.promise,
      () => undefined,
    );
    const failed = asked.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(minuteMs);
    await failed;
  } finally {
    vi.useRealTimers();
  }
  return async () => {
    answer.resolve();
    // The gate opens with the last of these.
    await new Promise((resolve) => setImmediate(resolve));
  };
}
