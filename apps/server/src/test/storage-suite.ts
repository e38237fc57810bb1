// The behavior that every storage must have. A test file calls `describeStorage` with a way to open one.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BytesLostError,
  type ChunkWrite,
  type ChunkWritten,
  FileMissingError,
  type Storage,
  type StoredFile,
  type UploadHandle,
} from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { readStored, sha256 } from './traces.ts';

/** Small enough for quick tests, and allowed by every storage. */
const chunkSize = 5 * 1024 * 1024;

export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(name, () => {
    let storage: Storage;
    const receipts = new Map<string, string>();
    beforeAll(async () => {
      storage = await open();
    });

    async function begin(): Promise<UploadHandle> {
      const key = newId();
      return { key, state: await storage.beginUpload(key) };
    }

    /** Sends chunk `chunkNumber` of a file. */
    function send(upload: UploadHandle, file: Buffer, chunkNumber: number, rules: Partial<ChunkWrite> = {}) {
      const offset = chunkNumber * chunkSize;
      const bytes = file.subarray(offset, offset + chunkSize);
      return write(upload, bytes, {
        chunkNumber,
        offset,
        maxBytes: chunkSize,
        exactBytes: bytes.length,
        ...rules,
      });
    }

    async function write(upload: UploadHandle, bytes: Buffer, chunk: ChunkWrite): Promise<ChunkWritten> {
      const written = await storage.writeChunk(upload, pieces(bytes), chunk);
      receipts.set(`${upload.key} ${chunk.chunkNumber}`, written.receipt);
      return written;
    }

    /** Finishes an upload. The receipts are the ones that the storage returned for the chunks. */
    function finish(upload: UploadHandle, file: Buffer): Promise<void> {
      const chunks = Array.from(
        { length: Math.max(1, Math.ceil(file.length / chunkSize)) },
        (_, chunkNumber) => ({
          chunkNumber,
          size: Math.min(chunkSize, file.length - chunkNumber * chunkSize),
          receipt: receipts.get(`${upload.key} ${chunkNumber}`) ?? '',
        }),
      );
      return storage.finishUpload(upload, { size: file.length, chunkSize, chunks });
    }

    async function stored(bytes: Buffer): Promise<string> {
      const key = newId();
      await storage.storeFile(key, pieces(bytes));
      return key;
    }

    const readBack = async (key: string) => readStored(await storage.openFile(key));

    describe('an upload', () => {
      it('becomes the file of its chunks, whatever their order', async () => {
        const [file, upload] = [randomBytes(2 * chunkSize + 1000), await begin()];
        for (const number of [2, 0, 1]) await send(upload, file, number);
        await finish(upload, file);
        expect((await readBack(upload.key)).equals(file)).toBe(true);
        expect(await storage.digestFile(upload.key)).toBe(sha256(file));
      });

      it('accepts chunks at the same time, and a repeated one', async () => {
        const [file, upload] = [randomBytes(3 * chunkSize), await begin()];
        await Promise.all([0, 1, 2].map((number) => send(upload, file, number)));
        await send(upload, file, 1);
        await finish(upload, file);
        expect(await storage.digestFile(upload.key)).toBe(sha256(file));
      });

      it('accepts chunks of unknown size and offset', async () => {
        const [file, upload] = [randomBytes(2 * chunkSize + 7), await begin()];
        for (const chunkNumber of [2, 1, 0]) {
          const bytes = file.subarray(chunkNumber * chunkSize, (chunkNumber + 1) * chunkSize);
          const rules = { chunkNumber, offset: undefined, maxBytes: chunkSize };
          expect(await write(upload, bytes, rules)).toMatchObject({
            size: bytes.length,
          });
        }
        await finish(upload, file);
        expect((await readBack(upload.key)).equals(file)).toBe(true);
      });

      it('checks the size and the digest of a chunk, and keeps nothing of a wrong one', async () => {
        const [file, upload] = [randomBytes(chunkSize + 10), await begin()];
        const wrong: [Partial<ChunkWrite>, string][] = [
          [{ exactBytes: chunkSize + 1, maxBytes: 2 * chunkSize }, 'wrong_size'],
          [{ exactBytes: chunkSize - 1 }, 'wrong_size'],
          [{ expectedSha256: '0'.repeat(64) }, 'wrong_digest'],
        ];
        for (const [rules, reason] of wrong) {
          await expect(send(upload, file, 0, rules)).rejects.toMatchObject({ reason });
        }
        await send(upload, file, 1);
        const expectedSha256 = sha256(file.subarray(0, chunkSize));
        expect(await send(upload, file, 0, { expectedSha256 })).toMatchObject({ sha256: expectedSha256 });
        await finish(upload, file);
        expect((await readBack(upload.key)).equals(file)).toBe(true);
      });

      it('shows the first bytes before it stores them', async () => {
        const [file, upload] = [randomBytes(100), await begin()];
        const inspect = (head: Uint8Array) => {
          throw new Error(`refused ${Buffer.from(head).equals(file.subarray(0, 16))}`);
        };
        await expect(send(upload, file, 0, { inspect })).rejects.toThrow('refused true');
        await expect(finish(upload, file)).rejects.toThrow(BytesLostError);
      });

      it('keeps nothing of a chunk whose connection breaks', async () => {
        const [file, upload] = [randomBytes(chunkSize), await begin()];
        const broken = breaking(file.subarray(0, chunkSize / 2));
        const rules = { chunkNumber: 0, offset: 0, maxBytes: chunkSize, exactBytes: chunkSize };
        await expect(storage.writeChunk(upload, broken, rules)).rejects.toThrow('cut');
        await expect(finish(upload, file)).rejects.toThrow(BytesLostError);
      });

      it('can be finished twice, and may be empty', async () => {
        const [file, upload] = [Buffer.alloc(0), await begin()];
        await send(upload, file, 0);
        await finish(upload, file);
        await finish(upload, file);
        expect(await readBack(upload.key)).toEqual(Buffer.alloc(0));
      });

      it('is not finished with a different size than its chunks have', async () => {
        const [file, upload] = [randomBytes(100), await begin()];
        await send(upload, file, 0);
        await expect(finish(upload, Buffer.alloc(101))).rejects.toThrow(BytesLostError);
        await expect(storage.openFile(upload.key)).rejects.toThrow(FileMissingError);
      });

      it('is removed with all its chunks, finished or not, any number of times', async () => {
        const [file, open, done] = [randomBytes(10), await begin(), await begin()];
        for (const upload of [open, done]) await send(upload, file, 0);
        await finish(done, file);
        for (const upload of [open, done, open, done]) await storage.discardUpload(upload.key);
        await expect(storage.openFile(done.key)).rejects.toThrow(FileMissingError);
        expect((await storage.listTemp()).filter(({ key }) => key === open.key)).toEqual([]);
      });

      it('is listed with its size until it is finished, and can be removed by its id', async () => {
        const [file, upload] = [randomBytes(chunkSize + 10), await begin()];
        await send(upload, file, 0);
        const mine = async () => (await storage.listTemp()).filter(({ key }) => key === upload.key);
        const [entry] = await mine();
        expect(entry).toMatchObject({ kind: 'part', key: upload.key, size: chunkSize });
        for (let round = 0; round < 2; round += 1) await storage.deleteTemp(entry?.id ?? '');
        expect(await mine()).toEqual([]);
      });

      it.each(['../outside', 'a/b', '..', '', 'x', 'a\u0000b12345678', 'x'.repeat(65), 'with.dot.inside'])(
        'cannot have the key %j',
        async (key) => {
          await expect(storage.beginUpload(key)).rejects.toThrow();
          await expect(storage.openFile(key)).rejects.toThrow();
          await expect(storage.deleteFile(key)).rejects.toThrow();
        },
      );
    });

    describe('a file', () => {
      it.each([0, 1, 100_000, 20 * 1024 * 1024])('of %i bytes is stored from a stream', async (size) => {
        const [bytes, key] = [randomBytes(size), newId()];
        const result = await storage.storeFile(key, pieces(bytes));
        expect(result).toEqual({ storageKey: key, fileSize: size, sha256: sha256(bytes) });
        expect(await storage.digestFile(key)).toBe(sha256(bytes));
        const digests = [0, 7_000_000, 14_000_000]
          .filter((start) => start < size)
          .map((start) => Buffer.from(sha256(bytes.subarray(start, start + 7_000_000)), 'hex'));
        expect(await storage.digestFileInPieces(key, 7_000_000)).toEqual({
          sha256: sha256(bytes),
          pieces: { length: 7_000_000, digests: Buffer.concat(digests).toString('base64') },
        });
      });

      it('leaves nothing if the stream breaks', async () => {
        const key = newId();
        await expect(storage.storeFile(key, breaking(randomBytes(100)))).rejects.toThrow('cut');
        await expect(storage.openFile(key)).rejects.toThrow(FileMissingError);
        expect((await storage.listTemp()).filter((entry) => entry.key === key)).toEqual([]);
      });

      it.each([0, 1, 40 * 1024 * 1024])('of %i bytes is copied, and the copy is read again', async (size) => {
        const [bytes, key] = [randomBytes(size), newId()];
        const source = await storage.openFile(await stored(bytes));
        const steps: number[] = [];
        const onProgress = (step: number) => void steps.push(step);
        const copied = await storage.copyFile(key, source, { withDigest: true, onProgress });
        await source.close();
        const digest = sha256(bytes);
        expect(copied).toMatchObject({ fileSize: size, sha256: digest, sourceSha256: digest });
        expect(steps.reduce((sum, step) => sum + step, 0)).toBe(size);
        expect((await readBack(key)).equals(bytes)).toBe(true);
      });

      it('leaves no copy if the copy is canceled', async () => {
        const [key, cut] = [newId(), new AbortController()];
        const source = await storage.openFile(await stored(randomBytes(40 * 1024 * 1024)));
        const onProgress = () => cut.abort(new Error('given up'));
        const copying = storage.copyFile(key, source, { withDigest: false, signal: cut.signal, onProgress });
        await expect(copying).rejects.toThrow('given up');
        await source.close();
        await expect(storage.openFile(key)).rejects.toThrow(FileMissingError);
        expect((await storage.listTemp()).filter((entry) => entry.key === key)).toEqual([]);
      });

      it('is read in ranges', async () => {
        const bytes = randomBytes(3_000_000);
        const file = await storage.openFile(await stored(bytes));
        for (const [start, end] of [
          [0, 0],
          [0, bytes.length - 1],
          [1_000_000, 2_500_000],
          [bytes.length - 1, bytes.length - 1],
        ] as const) {
          expect((await readRange(file, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true);
        }
        await file.close();
      });

      it('stops being read when its reader leaves or its signal is aborted', async () => {
        const file = await storage.openFile(await stored(randomBytes(3_000_000)));
        for await (const _ of file.stream({ start: 0, end: file.size - 1 })) break;
        const cut = new AbortController();
        const read = async () => {
          for await (const _ of file.stream({ start: 0, end: file.size - 1 }, cut.signal)) {
            cut.abort(new Error('enough'));
          }
        };
        await expect(read()).rejects.toThrow('enough');
        await file.close();
        await expect(
          storage.digestFile(await stored(randomBytes(10)), AbortSignal.abort(new Error('given up'))),
        ).rejects.toThrow('given up');
      });

      it('is missing after it is deleted, any number of times', async () => {
        const key = await stored(randomBytes(10));
        for (let round = 0; round < 2; round += 1) await storage.deleteFile(key);
        await expect(storage.openFile(key)).rejects.toThrow(FileMissingError);
        await expect(storage.digestFile(key)).rejects.toThrow(FileMissingError);
      });

      it('is listed with its size', async () => {
        const key = await stored(randomBytes(10));
        const found = [];
        for await (const entry of storage.listFiles()) if (entry.key === key) found.push(entry);
        expect(found).toEqual([{ key, size: 10, modifiedAt: expect.any(Date) }]);
      });
    });

    describe('a spooled body', () => {
      it('can be read more than once', async () => {
        const bytes = randomBytes(300_000);
        const spooled = await storage.spool(pieces(bytes), bytes.length);
        expect(spooled.size).toBe(bytes.length);
        for (let round = 0; round < 2; round += 1) {
          expect(Buffer.concat(await Array.fromAsync(spooled.open())).equals(bytes)).toBe(true);
        }
        await spooled.discard();
        await spooled.discard();
      });
    });

    describe('pictures', () => {
      it('are written together, read, listed and removed', async () => {
        const pictures = [1, 2, 3].map((size) => ({ name: `${newId()}.webp`, bytes: randomBytes(size) }));
        const names = pictures.map(({ name }) => name);
        await storage.pictures.write(pictures);
        await storage.pictures.write(pictures);
        for (const { name, bytes } of pictures) {
          expect(await storage.pictures.read(name)).toEqual(bytes);
          expect(await storage.pictures.has(name)).toBe(true);
        }
        const listed = (await Array.fromAsync(storage.pictures.list())).filter(({ key }) =>
          names.includes(key),
        );
        expect(listed.map(({ size }) => size).sort()).toEqual([1, 2, 3]);
        for (let round = 0; round < 2; round += 1) await storage.pictures.remove(names);
        expect(await storage.pictures.open(names[0] ?? '')).toBeUndefined();
        expect(await storage.pictures.read(names[0] ?? '')).toBeUndefined();
      });
    });

    it('is writable', async () => {
      await storage.check();
    });
  });
}

function pieces(bytes: Buffer): Readable {
  const step = 50_000;
  const count = Math.ceil(bytes.length / step);
  const all = Array.from({ length: count }, (_, index) => bytes.subarray(index * step, (index + 1) * step));
  return Readable.from(all, { objectMode: false });
}

/** Breaks after these bytes. */
function breaking(bytes: Buffer): Readable {
  async function* pieces() {
    yield bytes;
    throw new Error('cut');
  }
  return Readable.from(pieces(), { objectMode: false });
}

async function readRange(file: StoredFile, start: number, end: number): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of file.stream({ start, end })) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}
