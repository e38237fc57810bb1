// The server's side of the writer thread (docs/decisions/0006-upload-writer.md). The process has one: all chunks of an upload go
// into one file, and its lock allows one writer at a time anyway.
import { createFileThread } from './file-thread.ts';

export interface FileWriter {
  /** Returns the number of bytes written, which is always all of them. With `mayTakeBuffers`, the pieces are empty afterwards. */
  write(pieces: Buffer[], position: number): Promise<number>;
  /** Returns the SHA-256 of everything written so far in lower-case hex. */
  digest(): Promise<string>;
  /** Must be called at the end, also after an error. */
  close(): void;
}

let lastStream = 0;
let openDigests = 0;
/** The thread stays alive while a digest is open, however long the next piece takes. */
const thread = createFileThread(() => openDigests === 0);

interface Options {
  withDigest: boolean;
  mayTakeBuffers: boolean;
  /** Writes leave the reserve of the disk with this folder free (disk-room.ts). */
  folder?: string | undefined;
}

/** The file must stay open until all promises of the writer have settled. */
export function createFileWriter(fd: number, { withDigest, mayTakeBuffers, folder }: Options): FileWriter {
  lastStream += 1;
  const digestOf = lastStream;
  let deathsAtStart: number | undefined;
  const endDigest = () => {
    if (deathsAtStart !== undefined) openDigests -= 1;
    deathsAtStart = undefined;
  };
  return {
    async write(pieces, position) {
      if (withDigest && deathsAtStart === undefined) {
        deathsAtStart = thread.deaths();
        openDigests += 1;
      }
      const buffers = pieces.map((piece) => memoryOf(piece, mayTakeBuffers));
      const options = { ...(withDigest ? { digestOf } : {}), ...(folder === undefined ? {} : { folder }) };
      const request = { kind: 'write', fd, position, buffers, ...options } as const;
      return (await thread.ask(request, buffers)) as number;
    },
    async digest() {
      if (deathsAtStart !== undefined && deathsAtStart !== thread.deaths())
        throw new Error('the writer thread ended');
      endDigest();
      return (await thread.ask({ kind: 'digest', digestOf })) as string;
    },
    close() {
      if (deathsAtStart === undefined) return;
      endDigest();
      thread.ask({ kind: 'drop', digestOf }).catch(() => {});
    },
  };
}

/** Copies memory that is shared with other buffers, because moving it would take it away from them too. */
function memoryOf(piece: Buffer, mayTake: boolean): ArrayBuffer {
  const memory = piece.buffer as ArrayBuffer;
  if (mayTake && piece.byteLength === memory.byteLength) return memory;
  return memory.slice(piece.byteOffset, piece.byteOffset + piece.byteLength);
}
