// The server's side of the writer thread (docs/decisions/0006-upload-writer.md). The process has only one: all chunks of an
// upload go into one file, whose lock allows only one writer at a time anyway.
import { createFileThread } from './file-thread.ts';

export interface FileWriter {
  /** Writes all bytes and returns their number. With `mayTakeBuffers`, the pieces are empty afterwards. */
  write(pieces: Buffer[], position: number): Promise<number>;
  /** Returns the SHA-256 of all bytes written so far, in lower-case hex. */
  digest(): Promise<string>;
  /** Must always be called at the end, even after an error. */
  close(): void;
}

let lastStream = 0;
let openDigests = 0;
/** The thread stays alive while a digest is open, even if the next piece takes long. */
const thread = createFileThread(() => openDigests === 0);

interface Options {
  withDigest: boolean;
  mayTakeBuffers: boolean;
  /** A folder of the disk whose reserve must stay free (disk-room.ts). */
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

/** Copies memory that is shared with other buffers, because moving it would empty those too. */
function memoryOf(piece: Buffer, mayTake: boolean): ArrayBuffer {
  const memory = piece.buffer as ArrayBuffer;
  if (mayTake && piece.byteLength === memory.byteLength) return memory;
  return memory.slice(piece.byteOffset, piece.byteOffset + piece.byteLength);
}
