// The small documents of a backup: manifests and secret keys. A document is complete or absent, and only its owner can read it.
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readingError, readOnly } from '#platform/storage/disk/disk-errors.ts';
import { flushFile, flushFolder, makeFolder } from '#platform/storage/disk/flush.ts';
import { newId } from '#platform/tokens.ts';

export interface Documents {
  /** Returns the names of all documents. */
  list(): Promise<string[]>;
  /** Returns undefined if there is no such document. @throws UnreadableError */
  read(name: string): Promise<string | undefined>;
  /** Resolves once the document will survive a power cut. */
  write(name: string, text: string): Promise<void>;
  /** Idempotent. Resolves once the document will not come back after a power cut. */
  remove(name: string): Promise<void>;
}

const documentName = /^[\w-]{1,100}\.[a-z]{1,20}$/;

export function createFolderDocuments(folder: string): Documents {
  const pathOf = (name: string) => join(folder, name);
  return {
    list: async () => (await absentAs([], readdir(folder))).filter((name) => documentName.test(name)),
    async read(name) {
      try {
        return await absentAs(undefined, readFile(pathOf(name), { encoding: 'utf8', flag: readOnly }));
      } catch (error) {
        throw readingError(error);
      }
    },
    async write(name, text) {
      await makeFolder(folder, 0o700);
      const draft = pathOf(`${newId()}.draft`);
      try {
        await writeDraft(draft, text);
        await rename(draft, pathOf(name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await flushFolder(folder);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      // Otherwise, the manifest of a removed backup could come back after its files are gone.
      await absentAs(undefined, flushFolder(folder));
    },
  };
}

async function writeDraft(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await flushFile(file.fd);
  } finally {
    await file.close();
  }
}

async function absentAs<T, A>(absent: A, reading: Promise<T>): Promise<T | A> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return absent;
    throw error;
  }
}
