// A ZIP that is never stored, as a file that can be read from any position.

import { fstat } from 'node:fs';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { createBufferPool } from '../storage/buffer-pool.ts';
import {
  type FileFacts,
  FileMissingError,
  hasSameFacts,
  type StoredFile,
  type StoredRange,
  UnreadableError,
} from '../storage/storage.ts';
import type { ZipLayout } from './zip-layout.ts';

const KIB = 1024;
/** Records and small files are gathered into pieces of this size. Without that, a download of small files would be tiny writes. */
const batchBytes = 256 * KIB;
/** Larger parts of files are passed on as they are read, without copying them. */
const smallBytes = 64 * KIB;
/** When less than this is left of a large file, what follows it is prepared. */
const aheadBytes = 1024 * KIB;
/** At most this many small files are open for one stream. */
const openAtOnce = 4;

// One pool for the whole process. Must contain buffers of `smallBytes`.
const buffers = createBufferPool([{ size: batchBytes, limit: 12 }, { size: smallBytes }]);

interface Zip {
  layout: ZipLayout;
  open: OpenMember;
}

/** Bytes in memory, followed by a part of one open file. */
interface Segment {
  buffer: Buffer | undefined;
  /** The number of bytes in the buffer. */
  length: number;
  member?: { index: number; file: StoredFile; range: StoredRange };
  /** The position in the archive after this segment. */
  end: number;
}

/**
 * Returns the ZIP as an open file. All checksums of the layout must be known. Reading throws a MemberChangedError before the end
 * of a member whose file is not the recorded one.
 */
export function createZipSource(layout: ZipLayout, open: OpenMember): StoredFile {
  if (!layout.isComplete) throw new Error('the checksums of some members are unknown');
  const streams = new Set<AsyncGenerator<Buffer>>();
  return {
    size: layout.size,
    modifiedAt: layout.lastModified,
    stream(range, signal) {
      const stream = streamZip({ layout, open }, range, signal);
      streams.add(stream);
      return stream;
    },
    /** Closes the files of streams that were not read to their end. */
    async close() {
      for (const stream of streams) await stream.return(undefined);
    },
  };
}

/** Prepares the next segment while the current one, or its last part, is being sent. */
async function* streamZip(
  zip: Zip,
  { start, end }: StoredRange,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const prepare = (position: number): Promise<Segment> | undefined => {
    if (position > end) return undefined;
    const prepared = prepareSegment(zip, { start: position, end }, signal);
    // An error is thrown when it is the segment's turn.
    prepared.catch(() => {});
    return prepared;
  };
  let next = prepare(start);
  let current: Segment | undefined;
  let taken = 0;
  try {
    while (next !== undefined) {
      current = await next;
      next = current.member ? undefined : prepare(current.end);
      if (current.buffer) yield current.buffer.subarray(0, current.length);
      taken += current.length;
      releaseBuffer(current);
      if (current.member) {
        const { member } = current;
        let left = member.range.end + 1 - member.range.start;
        const range = { ...member.range, taken };
        for await (const piece of readUnchanged({ layout: zip.layout, ...member, range }, signal)) {
          left -= piece.length;
          taken += piece.length;
          if (left <= aheadBytes) next ??= prepare(current.end);
          yield piece;
        }
      }
      await discard(current);
      current = undefined;
    }
  } finally {
    if (current) await discard(current);
    await next?.then(discard, () => {});
  }
}

async function discard(segment: Segment): Promise<void> {
  releaseBuffer(segment);
  await segment.member?.file.close();
}

function releaseBuffer(segment: Segment): void {
  if (segment.buffer) buffers.release(segment.buffer);
  segment.buffer = undefined;
}

async function prepareSegment(zip: Zip, range: StoredRange, signal?: AbortSignal): Promise<Segment> {
  signal?.throwIfAborted();
  const buffer = buffers.acquire(Math.min(batchBytes, range.end + 1 - range.start));
  const segment: Segment = { buffer, length: 0, end: range.start };
  try {
    const { length, small } = fillBatch(zip.layout, buffer, range);
    await readSmallMembers(zip, small, signal);
    const end = range.start + length;
    Object.assign(segment, { length, end });
    if (length === 0) releaseBuffer(segment);
    const part = end <= range.end ? zip.layout.locate(end) : undefined;
    if (part?.kind !== 'data' || isSmall(part.end, end, range)) return segment;
    const file = await openUnchanged(zip.layout, zip.open, part.index);
    const stop = Math.min(part.end, range.end + 1);
    const wanted = { start: end - part.start, end: stop - part.start - 1 };
    return { ...segment, member: { index: part.index, file, range: wanted }, end: stop };
  } catch (error) {
    releaseBuffer(segment);
    throw error;
  }
}

function isSmall(partEnd: number, position: number, range: StoredRange): boolean {
  return Math.min(partEnd, range.end + 1) - position <= smallBytes;
}

/** A small part of a member's file that belongs into a batch. */
interface SmallPart {
  index: number;
  range: StoredRange;
  target: Buffer;
}

/**
 * Writes records into the buffer, and lists the small files between them, until the buffer is full, the range ends or a large
 * file follows.
 */
function fillBatch(
  layout: ZipLayout,
  buffer: Buffer,
  range: StoredRange,
): { length: number; small: SmallPart[] } {
  const small: SmallPart[] = [];
  let length = 0;
  while (length < buffer.length && range.start + length <= range.end) {
    const position = range.start + length;
    const part = layout.locate(position);
    const wanted = Math.min(part.end, range.end + 1) - position;
    const from = position - part.start;
    if (part.kind !== 'data') {
      length += layout.record(part).copy(buffer, length, from, from + wanted);
      continue;
    }
    if (wanted > smallBytes || wanted > buffer.length - length) break;
    const target = buffer.subarray(length, length + wanted);
    small.push({ index: part.index, range: { start: from, end: from + wanted - 1 }, target });
    length += wanted;
  }
  return { length, small };
}

/** Resolves or rejects only after no file is open any more. */
async function readSmallMembers(zip: Zip, parts: SmallPart[], signal?: AbortSignal): Promise<void> {
  const limit = pLimit(openAtOnce);
  const reads = await Promise.allSettled(parts.map((part) => limit(readSmallMember, zip, part, signal)));
  for (const read of reads) if (read.status === 'rejected') throw read.reason;
}

async function readSmallMember(
  { layout, open }: Zip,
  { index, range, target }: SmallPart,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const file = await openUnchanged(layout, open, index);
  try {
    let length = 0;
    for await (const piece of readUnchanged({ layout, index, file, range }, signal)) {
      target.set(piece, length);
      length += piece.length;
    }
  } finally {
    await file.close();
  }
}

// Opens and reads the files behind a ZIP's members, and notices when they are not the files that the layout describes.

/** Opens the file of a member. Is never called for a folder. */
export type OpenMember = (index: number) => Promise<StoredFile>;

/** The file of a member is missing, or its size or date differs from the recorded ones. */
export class MemberChangedError extends Error {
  readonly path: string;

  constructor(path: string, options?: ErrorOptions) {
    super(`${JSON.stringify(path)} has changed since its checksum was computed`, options);
    this.path = path;
  }
}

const statOf = promisify(fstat);

/** @throws MemberChangedError, or what `open` throws */
export async function openUnchanged(layout: ZipLayout, open: OpenMember, index: number): Promise<StoredFile> {
  let file: StoredFile;
  try {
    file = await open(index);
  } catch (error) {
    if (error instanceof FileMissingError) throw new MemberChangedError(layout.path(index), { cause: error });
    throw error;
  }
  if (isRecorded(layout, index, file)) return file;
  await file.close();
  throw new MemberChangedError(layout.path(index));
}

/**
 * Yields the bytes of a range, each piece only if the file had not changed after it was read. So a client that resumes never has
 * bytes of two versions. A piece is valid until the next one is requested.
 * @throws MemberChangedError, or what reading throws
 */
async function* readUnchanged(
  { layout, index, file, range }: { layout: ZipLayout; index: number; file: StoredFile; range: StoredRange },
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  let position = range.start;
  try {
    for await (const piece of file.stream(range, signal)) {
      await requireUnchanged(layout, index, file);
      yield piece;
      position += piece.length;
    }
    if (position <= range.end) throw new UnreadableError(`the file ended at byte ${position}`);
  } catch (error) {
    signal?.throwIfAborted();
    // A file that became shorter can't be read to its recorded end.
    await requireUnchanged(layout, index, file);
    throw error;
  }
}

/**
 * Files without a descriptor are in an object store and never change. An open file that is deleted or replaced keeps its bytes,
 * and has not changed.
 * @throws MemberChangedError
 */
export async function requireUnchanged(layout: ZipLayout, index: number, file: StoredFile): Promise<void> {
  if (!isRecorded(layout, index, await currentFactsOf(file)))
    throw new MemberChangedError(layout.path(index));
}

async function currentFactsOf(file: StoredFile): Promise<FileFacts> {
  if (file.currentFacts) return file.currentFacts();
  if (file.fd === undefined) return file;
  const { size, mtime } = await statOf(file.fd);
  return { size, modifiedAt: mtime };
}

function isRecorded(layout: ZipLayout, index: number, file: FileFacts): boolean {
  return hasSameFacts(file, { size: layout.memberSize(index), modifiedAt: layout.modifiedAt(index) });
}
