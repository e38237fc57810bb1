// The server's side of the writer thread. Used by write-stream-at. One thread for the process: the chunks of an upload go into
// one file, whose lock lets one writer in anyway. Why a thread of its own: docs/decisions/0006-upload-writer.md.
import { createFileThread } from './file-thread.ts';

export interface FileWriter {
  /** Gives the number of bytes written: all. Pieces that may be taken are empty afterwards. */
  write(pieces: Buffer[], position: number): Promise<number>;
  /** SHA-256 of everything written so far, lower-case hex. */
  digest(): Promise<string>;
  /** To be called at the end in any case. */
  close(): void;
}

let lastStream = 0;
let openDigests = 0;
/** A slow sender's digest stays in the thread, however long the next piece takes. */
const thread = createFileThread(() => openDigests === 0);

interface Options {
  withDigest: boolean;
  mayTakeBuffers: boolean;
  /** What is written leaves the room that is kept back on this folder's disk (disk-room.ts). */
  folder?: string | undefined;
}

/** A writer into an open file, which must stay open until the last of its promises has settled. */
export function createFileWriter(fd: number, { withDigest, mayTakeBuffers, folder }: Options): FileWriter {
  lastStream += 1;
  const digestOf = lastStream;
  let begunAfter: number | undefined;
  const endDigest = () => {
    if (begunAfter !== undefined) openDigests -= 1;
    begunAfter = undefined;
  };
  return {
    async write(pieces, position) {
      if (withDigest && begunAfter === undefined) {
        begunAfter = thread.deaths();
        openDigests += 1;
      }
      const buffers = pieces.map((piece) => memoryOf(piece, mayTakeBuffers));
      const options = { ...(withDigest ? { digestOf } : {}), ...(folder === undefined ? {} : { folder }) };
      const request = { kind: 'write', fd, position, buffers, ...options } as const;
      return (await thread.ask(request, buffers)) as number;
    },
    async digest() {
      if (begunAfter !== undefined && begunAfter !== thread.deaths())
        throw new Error('the writer thread ended');
      endDigest();
      return (await thread.ask({ kind: 'digest', digestOf })) as string;
    },
    close() {
      if (begunAfter === undefined) return;
      endDigest();
      thread.ask({ kind: 'drop', digestOf }).catch(() => {});
    },
  };
}

/** What shares its memory with other buffers is copied in any case: moving it would take theirs away too. */
function memoryOf(piece: Buffer, mayTake: boolean): ArrayBuffer {
  const memory = piece.buffer as ArrayBuffer;
  if (mayTake && piece.byteLength === memory.byteLength) return memory;
  return memory.slice(piece.byteOffset, piece.byteOffset + piece.byteLength);
}
