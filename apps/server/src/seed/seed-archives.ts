// Archives for invented games. A few real ZIP files are stored like uploads, and then linked on the disk, so that a hundred
// thousand games take almost no space.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { duplicateFile } from '#platform/storage/disk/disk-files.ts';
import { diskFolders } from '#platform/storage/disk/disk-folders.ts';
import type { Storage, StoredStream } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';

/** Kilobytes of random bytes in each archive. Small, because some filesystems store every duplicate as a full copy. */
const sizesKb = [2, 3, 5, 8, 12, 17, 24, 32];

const note =
  'This archive belongs to a game that does not exist: it was made by `cellar seed`, to try Cellar at scale.\n';

/** Returns a function that stores `count` archives, each in a separate file. `root`: the folder of the storage. */
export function createArchiveSource(storage: Storage, root: string) {
  const sources: StoredStream[] = [];

  return async function createFiles(count: number): Promise<StoredStream[]> {
    const files: StoredStream[] = [];
    if (sources.length === 0) {
      sources.push(
        ...(await Promise.all(sizesKb.slice(0, count).map((size) => storeArchive(storage, size)))),
      );
      // The originals also belong to games, so that every file has a game.
      files.push(...sources);
    }
    const wanted = count - files.length;
    const copies = sources.map(async ({ storageKey, ...facts }, at) => {
      const keys = await duplicateFile(
        diskFolders(root),
        storageKey,
        Math.floor((wanted + at) / sources.length),
      );
      return keys.map((key) => ({ storageKey: key, ...facts }));
    });
    return [...files, ...(await Promise.all(copies)).flat()];
  };
}

function storeArchive(storage: Storage, sizeKb: number): Promise<StoredStream> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(note), 'README.txt');
  zip.addBuffer(randomBytes(sizeKb * 1024), 'data/filler.bin', { compress: false });
  zip.end();
  return storage.storeFile(newId(), zip.outputStream as Readable);
}
