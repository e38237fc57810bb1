// The messages between the server and its file threads.

/** Identifies a sequence of writes that share one digest. */
type DigestId = number;

/** `folder`: a folder of the disk whose reserve must stay free (disk-room.ts). */
export type WriterRequest = { id: number } & (
  | {
      kind: 'write';
      fd: number;
      position: number;
      buffers: ArrayBuffer[];
      digestOf?: DigestId;
      folder?: string;
    }
  | { kind: 'digest'; digestOf: DigestId }
  | { kind: 'drop'; digestOf: DigestId }
  | { kind: 'flush'; fd: number; dataOnly: boolean }
);

/** `value`: the number of bytes written, or the SHA-256 in lower-case hex. An Error object would lose its code in the message. */
export type WriterAnswer = { id: number } & (
  | { value: number | string }
  | { error: { message: string; code: string | undefined } }
);
