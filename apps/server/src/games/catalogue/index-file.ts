// A file with the parts of an index. It is only a cache, so it need not survive a power failure: a damaged file is not used.
//
// The format: the length of the head in 4 bytes, the head as JSON, the parts one after the other, a CRC-32 of all parts in 4 bytes.
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Part } from './index-parts.ts';

export interface Head {
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
export async function writeIndexFile(
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
export async function readIndexFile(
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
