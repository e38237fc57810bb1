// The part of a file that was downloaded so far, `NAME.part`, and `NAME.part.json`, which says what it is a part of.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ClientError } from './failures.ts';

const facts = z.object({
  /** The id of the download, so that all attempts count as one. */
  downloadId: z.string(),
  /** Of the content. Null until the first answer. */
  etag: z.string().nullable(),
  fileSize: z.number(),
});
export type PartFacts = z.infer<typeof facts>;

export interface PartialFile {
  facts: PartFacts;
  /** The number of bytes so far. */
  size(): number;
  /** Appends bytes. @throws ClientError if the disk is full */
  append(bytes: Uint8Array): Promise<void>;
  /** Forgets all bytes, because they are of another content, whose ETag this is. */
  restart(etag: string | null): Promise<void>;
  /** Forgets all bytes, and begins another download. */
  beginAnew(): Promise<void>;
  /** Lower-case hex, of all bytes. */
  digest(): string;
  /** Flushes the file and gives it its final name. */
  finish(): Promise<void>;
  remove(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the part that an earlier call has left, or a new one. `onRead`: called with the bytes of the old part that were read. */
export async function openPartialFile(
  path: string,
  fileSize: number,
  onRead: (bytes: number) => void,
): Promise<PartialFile> {
  const partPath = `${path}.part`;
  const factsPath = `${partPath}.json`;
  let known = await readFacts(factsPath);
  if (known?.fileSize !== fileSize) known = undefined;
  let current = known ?? newFacts(fileSize);
  const handle = await open(partPath, known ? 'a+' : 'w+').catch((error) => {
    throw notWritable(partPath, error);
  });
  let { hash, size } = await hashPart(handle, onRead);
  if (!known) await writeFacts();

  async function writeFacts(): Promise<void> {
    await writeFile(factsPath, JSON.stringify(current)).catch((error) => {
      throw notWritable(factsPath, error);
    });
  }

  async function restart(changed: PartFacts): Promise<void> {
    await handle.truncate(0);
    current = changed;
    await writeFacts();
    hash = createHash('sha256');
    size = 0;
  }

  async function remove(): Promise<void> {
    await handle.close();
    await rm(partPath, { force: true });
    await rm(factsPath, { force: true });
  }

  return {
    get facts() {
      return current;
    },
    size: () => size,
    async append(bytes) {
      await writeAll(handle, bytes, size).catch((error) => {
        throw notWritable(partPath, error);
      });
      hash.update(bytes);
      size += bytes.length;
    },
    restart: (etag) => restart({ ...current, etag }),
    beginAnew: () => restart(newFacts(fileSize)),
    digest: () => hash.copy().digest('hex'),
    async finish() {
      await handle.sync();
      await handle.close();
      await rename(partPath, path);
      await rm(factsPath, { force: true });
    },
    remove,
    close: () => handle.close(),
  };
}

function newFacts(fileSize: number): PartFacts {
  return { downloadId: `cellar-client-${crypto.randomUUID()}`, etag: null, fileSize };
}

async function readFacts(path: string): Promise<PartFacts | undefined> {
  try {
    return facts.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // Missing or damaged: the download begins again.
    return undefined;
  }
}

async function hashPart(
  handle: FileHandle,
  onRead: (bytes: number) => void,
): Promise<{ hash: Hash; size: number }> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1024 * 1024);
  for (let size = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
    if (bytesRead === 0) return { hash, size };
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
    onRead(size);
  }
}

/** A single write may write less, for example just before the disk is full. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function notWritable(path: string, error: NodeJS.ErrnoException): ClientError {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new ClientError(`The disk of ${path} is full. Make room and run the command again; it continues.`);
  }
  return new ClientError(`${path} can't be written (${error.code ?? error.message}).`);
}
