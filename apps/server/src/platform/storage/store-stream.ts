// Stores a stream as a file and computes its digest.
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Storage } from './storage.ts';

export interface StoredStream {
  storageKey: string;
  fileSize: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Works like an upload of one chunk. If storing fails, nothing remains. */
export async function storeStream(
  storage: Storage,
  storageKey: string,
  body: Readable,
): Promise<StoredStream> {
  const digest = createHash('sha256');
  try {
    const { size } = await storage.writeChunk(
      storageKey,
      Readable.from(digested(body, digest), { objectMode: false }),
      { chunkNumber: 0, offset: 0, maxBytes: Number.MAX_SAFE_INTEGER },
    );
    await storage.finishUpload(storageKey, { size, chunkSize: size, totalChunks: 1 });
    return { storageKey, fileSize: size, sha256: digest.digest('hex') };
  } catch (error) {
    body.destroy();
    await storage.discardUpload(storageKey).catch(() => undefined);
    throw error;
  }
}

async function* digested(body: Readable, digest: Hash): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    digest.update(piece);
    yield piece;
  }
}
