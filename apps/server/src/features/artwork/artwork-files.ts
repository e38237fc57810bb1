// The files of stored pictures. Each picture is in a folder named by its first two letters, `ab/abcd….webp`. An older version put
// all pictures into one folder; they stay there.
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileSource } from '#http/send-file.ts';
import { dayMs } from '#platform/durations.ts';
import { noRoom, roomIn } from '#platform/storage/disk-room.ts';
import { flushFolder } from '#platform/storage/flush.ts';
import { newId } from '#platform/tokens.ts';

export interface OpenedPicture extends FileSource {
  modifiedAt: Date;
}

export interface NamedPicture {
  name: string;
  bytes: Buffer;
}

const draftSuffix = '.tmp';
const leftoverAgeMs = dayMs;

export type ArtworkFiles = ReturnType<typeof createArtworkFiles>;

/** Returns the path of a new picture. */
export function artworkPath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

export function createArtworkFiles(folder: string) {
  const oldPath = (name: string) => join(folder, name);

  /**
   * Calls `use` with the current path, or else with the path that an older version used. Returns undefined if both are absent.
   */
  async function atPath<T>(name: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
    const found = await absentAs(undefined, async () => ({ value: await use(artworkPath(folder, name)) }));
    if (found) return found.value;
    return absentAs(undefined, () => use(oldPath(name)));
  }

  const isFileAt = (path: string) => absentAs(false, async () => (await stat(path)).isFile());

  async function has(name: string): Promise<boolean> {
    return (await isFileAt(artworkPath(folder, name))) || isFileAt(oldPath(name));
  }

  /** Returns the path to write to: the old path if its file exists, otherwise the new path, after creating its folder. */
  async function preparePath(name: string): Promise<string> {
    if (await isFileAt(oldPath(name))) return oldPath(name);
    const path = artworkPath(folder, name);
    const made = await mkdir(dirname(path), { recursive: true });
    if (made) await flushFolder(folder);
    return path;
  }

  return {
    /**
     * Writes pictures so that they survive a power failure. Each file is complete or absent; writing the same picture twice at
     * the same time is harmless. @throws an ENOSPC error before writing, if there is no room for all
     */
    async write(pictures: NamedPicture[]): Promise<void> {
      await mkdir(folder, { recursive: true });
      const size = pictures.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if ((await roomIn(folder)) < size) throw noRoom();
      const drafts: { path: string; draft: string; bytes: Buffer }[] = [];
      for (const { name, bytes } of pictures) {
        const draft = join(folder, `${newId()}${draftSuffix}`);
        drafts.push({ path: await preparePath(name), draft, bytes });
      }
      try {
        for (const { draft, bytes } of drafts) await writeDraft(draft, bytes);
        for (const { path, draft } of drafts) await rename(draft, path);
      } catch (error) {
        for (const { draft } of drafts) await rm(draft, { force: true });
        throw error;
      }
      for (const changed of new Set(drafts.map(({ path }) => dirname(path)))) await flushFolder(changed);
    },

    /** Removes both current and older files. Idempotent. */
    async remove(names: string[]): Promise<void> {
      for (const name of names) {
        await rm(artworkPath(folder, name), { force: true });
        await rm(oldPath(name), { force: true });
      }
    },

    has,

    hasAll: async (names: string[]): Promise<boolean> => {
      for (const name of names) if (!(await has(name))) return false;
      return true;
    },

    read: (name: string): Promise<Buffer | undefined> => atPath(name, (path) => readFile(path)),

    open: (name: string): Promise<OpenedPicture | undefined> =>
      atPath(name, async (path) => {
        const file = await open(path, 'r');
        const { size, mtime } = await file.stat();
        return {
          size,
          modifiedAt: mtime,
          read: async (buffer, offset, length, position) =>
            (await file.read(buffer, offset, length, position)).bytesRead,
          close: () => file.close(),
        };
      }),

    /** Removes drafts that a killed process left behind. Keeps newer ones, because another process may be writing them. */
    async removeLeftovers(): Promise<void> {
      const entries = await absentAs([], () => opendir(folder));
      // One entry at a time: an older version may have left a million pictures here.
      for await (const { name } of entries) {
        if (!name.endsWith(draftSuffix)) continue;
        const draft = join(folder, name);
        const info = await absentAs(undefined, () => stat(draft));
        if (info && info.mtimeMs < Date.now() - leftoverAgeMs) await rm(draft, { force: true });
      }
    },
  };
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return absent;
    throw error;
  }
}
