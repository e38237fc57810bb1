// The folder of kept pictures: written durably, read, opened to be sent. Names come from the contract's rule alone.
// Used by the artwork service.
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileSource } from '#http/send-file.ts';
import { flushFolder } from '#platform/storage/flush-folder.ts';
import { newId } from '#platform/tokens.ts';

export interface OpenedPicture extends FileSource {
  modifiedAt: Date;
}

export interface NamedPicture {
  name: string;
  bytes: Buffer;
}

const draftSuffix = '.tmp';
const leftoverAgeMs = 24 * 3600_000;

export type ArtworkFiles = ReturnType<typeof createArtworkFiles>;

export function createArtworkFiles(folder: string) {
  async function writeDraft(draft: string, bytes: Buffer): Promise<void> {
    const file = await open(draft, 'w', 0o640);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  const has = (name: string): Promise<boolean> =>
    absentAs(false, async () => (await stat(join(folder, name))).isFile());

  return {
    /**
     * Safe from a power cut once it settles. Each is whole under its name, or not there: two that write the same put the same
     * bytes in place. None gets its name before there was room for all.
     */
    async write(pictures: NamedPicture[]): Promise<void> {
      await mkdir(folder, { recursive: true });
      const drafts = pictures.map(({ name }) => ({ name, draft: join(folder, `${newId()}${draftSuffix}`) }));
      try {
        for (const [at, { bytes }] of pictures.entries()) await writeDraft(drafts[at]?.draft ?? '', bytes);
        for (const { name, draft } of drafts) await rename(draft, join(folder, name));
      } catch (error) {
        for (const { draft } of drafts) await rm(draft, { force: true });
        throw error;
      }
      await flushFolder(folder);
    },

    /** Idempotent. */
    async remove(names: string[]): Promise<void> {
      for (const name of names) await rm(join(folder, name), { force: true });
    },

    has,

    hasAll: async (names: string[]): Promise<boolean> => {
      for (const name of names) if (!(await has(name))) return false;
      return true;
    },

    read: (name: string): Promise<Buffer | undefined> =>
      absentAs(undefined, () => readFile(join(folder, name))),

    open: (name: string): Promise<OpenedPicture | undefined> =>
      absentAs(undefined, async () => {
        const file = await open(join(folder, name), 'r');
        const { size, mtime } = await file.stat();
        return {
          size,
          modifiedAt: mtime,
          read: async (buffer, offset, length, position) =>
            (await file.read(buffer, offset, length, position)).bytesRead,
          close: () => file.close(),
        };
      }),

    /** What a process that was killed had begun. Another one may be at work here, so only what is long forgotten goes. */
    async removeLeftovers(): Promise<void> {
      const names = await absentAs([], () => readdir(folder));
      for (const name of names.filter((found) => found.endsWith(draftSuffix))) {
        const info = await absentAs(undefined, () => stat(join(folder, name)));
        if (info && info.mtimeMs < Date.now() - leftoverAgeMs) await rm(join(folder, name), { force: true });
      }
    },
  };
}

async function absentAs<T, A>(absent: A, use: () => Promise<T>): Promise<T | A> {
  try {
    return await use();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return absent;
    throw error;
  }
}
