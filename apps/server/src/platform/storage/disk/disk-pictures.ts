// The files of stored pictures. Each picture is in a folder named by its first two letters, `ab/abcd….webp`. An older version put
// all pictures into one folder; they stay there. There may be several million files, so folders are read one entry at a time.
import type { Dir, Stats } from 'node:fs';
import { lstat, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dayMs } from '#platform/clock.ts';
import { codeOf } from '#platform/error-facts.ts';
import { newId } from '#platform/tokens.ts';
import {
  FileMissingError,
  type NamedPicture,
  type PictureStorage,
  type StorageEntry,
  type StoredFile,
  type TempEntry,
} from '../storage.ts';
import { openPath } from './disk-files.ts';
import { noRoom, roomIn } from './disk-room.ts';
import { flushFolder, makeFolder } from './flush.ts';

const draftName = /^[A-Za-z0-9_-]{8,64}\.tmp$/;
const draftIds = 'artwork:';
const leftoverAgeMs = dayMs;

export class DiskPictures implements PictureStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the path of a new picture. */
  pathOf(name: string): string {
    return join(this.#folder, name.slice(0, 2), name);
  }

  /** Returns the path that an older version used. */
  #oldPathOf(name: string): string {
    return join(this.#folder, name);
  }

  /**
   * Writes pictures so that they survive a power failure. Each file is complete or absent; writing the same picture twice at
   * the same time is harmless. Writes nothing if there is no room for all.
   */
  async write(pictures: NamedPicture[]): Promise<void> {
    await makeFolder(this.#folder);
    const size = pictures.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if ((await roomIn(this.#folder)) < size) throw noRoom();
    const drafts: { path: string; draft: string; bytes: Buffer }[] = [];
    for (const { name, bytes } of pictures) {
      const draft = join(this.#folder, `${newId()}.tmp`);
      drafts.push({ path: await this.#preparePath(name), draft, bytes });
    }
    try {
      for (const { draft, bytes } of drafts) await writeDraft(draft, bytes);
      for (const { path, draft } of drafts) await rename(draft, path);
    } catch (error) {
      for (const { draft } of drafts) await rm(draft, { force: true });
      throw error;
    }
    for (const changed of new Set(drafts.map(({ path }) => dirname(path)))) await flushFolder(changed);
  }

  /** Returns the path to write to: the old path if its file exists, otherwise the new path, after creating its folder. */
  async #preparePath(name: string): Promise<string> {
    if (await isFileAt(this.#oldPathOf(name))) return this.#oldPathOf(name);
    const path = this.pathOf(name);
    await makeFolder(dirname(path));
    return path;
  }

  /** Removes both current and older files. Idempotent. */
  async remove(names: string[]): Promise<void> {
    for (const name of names) {
      await rm(this.pathOf(name), { force: true });
      await rm(this.#oldPathOf(name), { force: true });
    }
  }

  async has(name: string): Promise<boolean> {
    return (await isFileAt(this.pathOf(name))) || isFileAt(this.#oldPathOf(name));
  }

  read(name: string): Promise<Buffer | undefined> {
    return this.#atPath(name, (path) => readFile(path));
  }

  open(name: string): Promise<StoredFile | undefined> {
    return this.#atPath(name, openPath);
  }

  /** Calls `use` with the current path, or else with the old path. Returns undefined if both are absent. */
  async #atPath<T>(name: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
    const found = await absentAs(undefined, async () => ({ value: await use(this.pathOf(name)) }));
    return found ? found.value : absentAs(undefined, () => use(this.#oldPathOf(name)));
  }

  /** Lists the pictures that are being written, or were when a process died. */
  async listDrafts(): Promise<TempEntry[]> {
    const drafts: TempEntry[] = [];
    for await (const { name } of await entriesOf(this.#folder)) {
      const info = draftName.test(name) && (await inspect(join(this.#folder, name)));
      if (!info) continue;
      drafts.push({
        id: `${draftIds}${name}`,
        name: `artwork/${name}`,
        kind: 'artwork',
        key: null,
        size: info.size,
        createdAt: info.birthtimeMs > 0 ? info.birthtime : info.mtime,
        modifiedAt: info.mtime,
      });
    }
    return drafts;
  }

  /** Returns false if the id is not one of a draft. Idempotent. */
  async removeDraft(id: string): Promise<boolean> {
    const name = id.slice(draftIds.length);
    if (!id.startsWith(draftIds) || !draftName.test(name)) return false;
    await rm(join(this.#folder, name), { force: true });
    return true;
  }

  /** Removes drafts that a killed process left behind. Keeps newer ones, because another process may be writing them. */
  async removeLeftovers(): Promise<void> {
    const before = Date.now() - leftoverAgeMs;
    for (const { id, modifiedAt } of await this.listDrafts()) {
      if (modifiedAt.getTime() < before) await this.removeDraft(id);
    }
  }

  /** Includes drafts. */
  async *list(): AsyncGenerator<StorageEntry> {
    for await (const path of filePaths(this.#folder)) {
      const info = await inspect(path);
      if (info) yield { key: basename(path), size: info.size, modifiedAt: info.mtime };
    }
  }
}

async function writeDraft(draft: string, bytes: Buffer): Promise<void> {
  const file = await open(draft, 'w', 0o640);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Returns the result of `use`, or `absent` if there is no such file. */
async function absentAs<T, A>(absent: A, use: () => Promise<T>): Promise<T | A> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof FileMissingError || codeOf(error) === 'ENOENT') return absent;
    throw error;
  }
}

function isFileAt(path: string): Promise<boolean> {
  return absentAs(false, async () => (await stat(path)).isFile());
}

function entriesOf(folder: string): Promise<Dir | []> {
  return absentAs([], () => opendir(folder));
}

/** Yields the paths of all files in the folder and its subfolders. */
async function* filePaths(folder: string): AsyncGenerator<string> {
  for await (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path;
    else for await (const { name } of await entriesOf(path)) yield join(path, name);
  }
}

/** Returns undefined if the path no longer exists or is not a file. */
async function inspect(path: string): Promise<Stats | undefined> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() ? info : undefined;
}
