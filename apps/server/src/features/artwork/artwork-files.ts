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

export function createArtworkFiles(folder: string) {
  /** Whole under its name, or not there: two that write the same put the same bytes in place. */
  async function writeOne({ name, bytes }: NamedPicture): Promise<void> {
    const draft = join(folder, `${newId()}${draftSuffix}`);
    try {
      const file = await open(draft, 'w', 0o640);
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(draft, join(folder, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  return {
    /** Safe from a power cut once it settles. */
    async write(pictures: NamedPicture[]): Promise<void> {
      await mkdir(folder, { recursive: true });
      for (const picture of pictures) await writeOne(picture);
      await flushFolder(folder);
    },

    has: (name: string): Promise<boolean> =>
      absentAs(false, async () => (await stat(join(folder, name))).isFile()),

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
