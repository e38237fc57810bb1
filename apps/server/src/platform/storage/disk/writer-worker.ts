// The worker thread that writes uploaded bytes, copies files or computes digests. It handles one request at a time
// and may block on the disk.
import { createHash, type Hash } from 'node:crypto';
import { readSync, writevSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { answerRequests } from '#platform/thread.ts';
import { createPieceDigests, type PieceDigests } from '../digests.ts';
import { refuseWithoutRoom } from './disk-room.ts';
import type { DigestId, FileRange, WriterRequest } from './file-thread.ts';

const hashes = new Map<DigestId, Hash>();
const crc32s = new Map<DigestId, number>();
const pieceDigests = new Map<DigestId, PieceDigests>();
/** Small enough for the processor's cache. */
const readBytes = 256 * 1024;
let readBuffer: Buffer | undefined;

answerRequests(handle);

function handle(request: WriterRequest): number | string {
  if (request.kind === 'write') return write(request);
  if (request.kind === 'copy') return copy(request);
  if (request.kind === 'hash') return hash(request);
  if (request.kind === 'add') {
    addToDigests(request.digestOf, request.bytes);
    return request.bytes.length;
  }
  if (request.kind === 'cut') {
    pieceDigests.set(request.digestOf, createPieceDigests(request.pieceLength));
    return 0;
  }
  if (request.kind === 'pieces') return pieceDigests.get(request.digestOf)?.end().digests ?? '';
  if (request.kind === 'crc32') return crc32s.get(request.digestOf) ?? 0;
  const ended = hashes.get(request.digestOf) ?? createHash('sha256');
  hashes.delete(request.digestOf);
  crc32s.delete(request.digestOf);
  pieceDigests.delete(request.digestOf);
  return request.kind === 'digest' ? ended.digest('hex') : '';
}

function hash({ fd, range, digestOf, withCrc32 }: WriterRequest & { kind: 'hash' }): number {
  return readPieces(fd, range, (piece) => {
    addToDigests(digestOf, piece);
    if (withCrc32) crc32s.set(digestOf, crc32(piece, crc32s.get(digestOf)));
  });
}

function write({ fd, position, buffers, digestOf, folder }: WriterRequest & { kind: 'write' }): number {
  try {
    const size = buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
    if (folder !== undefined) refuseWithoutRoom(folder, size);
    const pieces = buffers.map((buffer) => new Uint8Array(buffer));
    if (digestOf !== undefined) for (const piece of pieces) hashOf(digestOf).update(piece);
    return writeAll(fd, pieces, position);
  } finally {
    // Frees the memory immediately. The garbage collector would let hundreds of megabytes accumulate.
    for (const buffer of buffers) buffer.transfer(0);
  }
}

function copy({ from, to, range, digestOf, folder }: WriterRequest & { kind: 'copy' }): number {
  refuseWithoutRoom(folder, range.length);
  return readPieces(from, range, (piece, position) => {
    if (digestOf !== undefined) hashOf(digestOf).update(piece);
    writeAll(to, [piece], position);
  });
}

/** Returns the number of bytes until the end of the range or of the file. */
function readPieces(
  fd: number,
  { position, length }: FileRange,
  use: (piece: Buffer, position: number) => void,
): number {
  readBuffer ??= Buffer.allocUnsafeSlow(readBytes);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, readBuffer, 0, Math.min(readBytes, length - done), position + done);
    if (count === 0) break;
    use(readBuffer.subarray(0, count), position + done);
    done += count;
  }
  return done;
}

function addToDigests(digestOf: DigestId, bytes: Uint8Array): void {
  hashOf(digestOf).update(bytes);
  pieceDigests.get(digestOf)?.add(bytes);
}

function hashOf(digestOf: DigestId): Hash {
  const hash = hashes.get(digestOf) ?? createHash('sha256');
  hashes.set(digestOf, hash);
  return hash;
}

/** Repeats writev, which may write less than requested: near a full disk, or after a signal. */
function writeAll(fd: number, pieces: Uint8Array[], position: number): number {
  let rest = pieces;
  let at = position;
  while (rest.length > 0) {
    const count = writevSync(fd, rest, at);
    at += count;
    rest = dropBytes(rest, count);
  }
  return at - position;
}

function dropBytes(pieces: Uint8Array[], count: number): Uint8Array[] {
  let left = count;
  let index = 0;
  for (; index < pieces.length; index += 1) {
    const length = pieces[index]?.length ?? 0;
    if (left < length) break;
    left -= length;
  }
  const rest = pieces.slice(index);
  if (left > 0 && rest[0]) rest[0] = rest[0].subarray(left);
  return rest;
}
