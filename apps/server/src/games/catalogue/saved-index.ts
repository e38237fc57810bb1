// Keeps a copy of the index of a large library in the data folder, so that a start reads it instead of every game. The changes after it
// are read from the log, like those after any other version.
//
// A copy belongs to the database that has its token. A database that was restored from an earlier backup has not: it may reach the
// same version by other changes. A database with the token has had each change up to the copy, and its log has those after it.

import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { isDatabaseUnavailable } from '#db/database.ts';
import { newestMigration } from '#db/migrate.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import * as repository from './catalogue.repository.ts';
import { CatalogueIndex, indexFormat } from './catalogue-index.ts';
import { type Part, SavedParts } from './index-parts.ts';

/** A smaller library is read in less than half a second. */
const fewestGames = 5000;
/** A quarter of what the log keeps. */
const changesBetweenSaves = 2500;
const msBetweenSaves = 600_000;

/** An index, and the newest change in it. */
export interface IndexState {
  index: CatalogueIndex;
  version: number;
}

interface Deps extends Pick<Base, 'db' | 'clock' | 'log'> {
  dataDir: string;
  /** Of Cellar. */
  version: string;
}

export class SavedIndex {
  readonly #deps: Deps;
  readonly #path: string;
  readonly #writer: string;
  /** The version of the saved index. */
  #version = Number.NEGATIVE_INFINITY;
  /** When the index was last saved, by `performance.now()`. */
  #savedAt = Number.NEGATIVE_INFINITY;
  #saving: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#path = join(deps.dataDir, 'catalogue-index');
    const { icu, unicode } = process.versions;
    // Titles are folded by the rules of Unicode, and numbers are stored as the processor does.
    const writer = [indexFormat, deps.version, newestMigration, process.arch, icu, unicode];
    this.#writer = writer.join(' ');
  }

  /** Returns undefined if no saved index can be used. The names of the own platforms are not set. @throws errors of the database */
  async read(): Promise<IndexState | undefined> {
    const { db, log } = this.#deps;
    try {
      const saved = await readIndexFile(
        this.#path,
        async ({ writer, token }) => writer === this.#writer && repository.isSavedCatalogue(db, token),
      );
      if (!saved) return undefined;
      const index = new CatalogueIndex();
      for (const _ of index.restore(new SavedParts(saved.parts))) await setImmediate();
      this.#version = saved.version;
      return { index, version: saved.version };
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ err: error }, 'the saved index of the catalogue cannot be used, so all games are read');
      return undefined;
    }
  }

  /** Saves the index in the background if it is large and much of it has changed. Call this when it is up to date. */
  saveIfDue({ index, version }: IndexState): void {
    if (this.#saving || this.#isClosed || index.size < fewestGames) return;
    if (version - this.#version < changesBetweenSaves) return;
    if (performance.now() - this.#savedAt < msBetweenSaves) return;
    const head = { writer: this.#writer, token: newId(), version };
    this.#saving = this.#save(head, index.parts())
      .catch((error) => {
        if (!this.#isClosed) this.#deps.log.warn({ err: error }, 'the index of the catalogue was not saved');
      })
      .finally(() => {
        this.#savedAt = performance.now();
        this.#saving = undefined;
      });
  }

  async #save(head: Head, parts: ReturnType<CatalogueIndex['parts']>): Promise<void> {
    const { db, clock } = this.#deps;
    // If two processes share the folder and write at once, the checksum tells.
    const draft = `${this.#path}.draft`;
    const checkOn = () => {
      if (this.#isClosed) throw new Error('The server is stopping.');
    };
    try {
      await writeIndexFile(draft, { head, parts, checkOn });
      // Before the file gets its name: until then, the previous file can be used.
      await repository.addSavedCatalogue(db, head.token, isoAt(clock));
      await rename(draft, this.#path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    this.#version = head.version;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
  }
}

// A file with the parts of an index. It is only a cache, so it need not survive a power failure: a damaged file is not used.
//
// The format: the length of the head in 4 bytes, the head as JSON, the parts one after the other, a CRC-32 of all parts in 4 bytes.

interface Head {
  /** Describes what wrote the file. */
  writer: string;
  /** Also in the database. */
  token: string;
  /** The newest change in the index. */
  version: number;
}

interface FullHead extends Head {
  /** Bytes of each part. */
  lengths: number[];
}

const numberBytes = 4;
const mostHeadBytes = 2 ** 20;
/** Small, so that the event loop is not blocked. */
const bytesAtOnce = 2 ** 20;

/** @throws NodeJS.ErrnoException, and what `checkOn` throws before each step */
async function writeIndexFile(
  path: string,
  { head, parts, checkOn }: { head: Head; parts: readonly Part[]; checkOn(): void },
): Promise<void> {
  // Only readable by the owner: it has the titles of hidden games.
  const file = await open(path, 'w', 0o600);
  try {
    const fullHead: FullHead = { ...head, lengths: parts.map(({ byteLength }) => byteLength) };
    const headBytes = Buffer.from(JSON.stringify(fullHead));
    await file.appendFile(Buffer.concat([numberOf(headBytes.length), headBytes]));
    let checksum = 0;
    for (const { buffer, byteOffset, byteLength } of parts) {
      for (let at = 0; at < byteLength; at += bytesAtOnce) {
        checkOn();
        const slice = new Uint8Array(buffer, byteOffset + at, Math.min(bytesAtOnce, byteLength - at));
        checksum = crc32(slice, checksum);
        await file.appendFile(slice);
      }
    }
    await file.appendFile(numberOf(checksum));
  } finally {
    await file.close();
  }
}

/** Returns undefined if there is no file, or one that `accepts` refuses. @throws Error if it is damaged */
async function readIndexFile(
  path: string,
  accepts: (head: Head) => Promise<boolean>,
): Promise<{ version: number; parts: ArrayBuffer[] } | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    return file && (await readParts(file, accepts));
  } finally {
    await file?.close();
  }
}

async function readParts(file: FileHandle, accepts: (head: Head) => Promise<boolean>) {
  const { size } = await file.stat();
  const headLength = await readNumber(file, 0);
  if (headLength > Math.min(size, mostHeadBytes)) throw new Error('the head of the index file is too long');
  const head: FullHead = JSON.parse(String(await read(file, numberBytes, headLength)));
  if (!(await accepts(head))) return undefined;
  let at = numberBytes + headLength;
  const total = head.lengths.reduce((sum, length) => sum + length, 0);
  if (at + total + numberBytes !== size) throw new Error('the index file has a wrong length');
  const parts: ArrayBuffer[] = [];
  let checksum = 0;
  for (const length of head.lengths) {
    const part = await read(file, at, length, (slice) => {
      checksum = crc32(slice, checksum);
    });
    parts.push(part.buffer);
    at += length;
  }
  if ((await readNumber(file, at)) !== checksum) throw new Error('the checksum of the index file is wrong');
  return { version: head.version, parts };
}

/** The result has a buffer of its own. @throws Error if the file ends too early */
async function read(
  file: FileHandle,
  position: number,
  length: number,
  use?: (slice: Uint8Array) => void,
): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let at = 0; at < length; ) {
    const wanted = Math.min(bytesAtOnce, length - at);
    const { bytesRead } = await file.read(bytes, at, wanted, position + at);
    if (bytesRead === 0) throw new Error('the index file is too short');
    use?.(bytes.subarray(at, at + bytesRead));
    at += bytesRead;
  }
  return bytes;
}

async function readNumber(file: FileHandle, position: number): Promise<number> {
  return (await read(file, position, numberBytes)).readUInt32LE();
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(numberBytes);
  bytes.writeUInt32LE(value);
  return bytes;
}
