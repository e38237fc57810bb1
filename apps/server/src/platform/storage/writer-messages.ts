// The messages between the server and its file threads.

/** Identifies a sequence of writes with one digest. */
type DigestId = number;

/** `folder`: the disk on which the reserve must stay free (disk-room.ts). */
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

/** `value`: the bytes written, or the SHA-256 in lower-case hex. An Error object would lose its code in the message. */
export type WriterAnswer = { id: number } & (
  | { value: number | string }
  | { error: { message: string; code: string | undefined } }
);
