// Runs blocking work on open files in a worker thread (writer-worker.ts). Writing, copying and hashing have separate threads.
import { createThread, type Thread } from '#platform/thread.ts';

/** Files must stay open until the answer. */
export type FileThread = Thread<WriterRequest, number | string>;

/** A whole file is copied or hashed by requests of this size, between which it can be canceled and others have their turn. */
export const pieceBytes = 32 * 1024 * 1024;
const idleMs = 10_000;

/** `mayEnd` returns true if an idle thread has no state that is still needed. */
export function createFileThread(mayEnd = () => true): FileThread {
  return createThread({
    name: 'file',
    worker: new URL('./writer-worker.ts', import.meta.url),
    idleMs,
    mayEnd,
  });
}

// What the server asks its file threads. They answer with the number of bytes written or read, the CRC-32, the SHA-256 in lower-case hex,
// or those of the pieces in Base64.

/** Identifies a sequence of requests that share one digest. */
export type DigestId = number;

/** `folder`: a folder of the disk whose reserve must stay free (disk-room.ts). */
export type WriterRequest =
  | {
      kind: 'write';
      fd: number;
      position: number;
      buffers: ArrayBuffer[];
      digestOf?: DigestId;
      folder?: string;
    }
  | { kind: 'copy'; from: number; to: number; range: FileRange; digestOf?: DigestId; folder: string }
  | { kind: 'hash'; fd: number; range: FileRange; digestOf: DigestId; withCrc32?: boolean }
  | { kind: 'add'; bytes: Uint8Array; digestOf: DigestId }
  | { kind: 'cut'; pieceLength: number; digestOf: DigestId }
  | { kind: 'pieces'; digestOf: DigestId }
  | { kind: 'crc32'; digestOf: DigestId }
  | { kind: 'digest'; digestOf: DigestId }
  | { kind: 'drop'; digestOf: DigestId };

/** In bytes. The file may end earlier. */
export interface FileRange {
  position: number;
  length: number;
}
