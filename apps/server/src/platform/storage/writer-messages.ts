// What the server and its file threads say to each other. Used by file-thread and writer-worker.

/** Numbers a stream of writes that has one digest. */
type Stream = number;

/** `folder`: where room is kept back (disk-room.ts). */
export type WriterRequest = { id: number } & (
  | {
      kind: 'write';
      fd: number;
      position: number;
      buffers: ArrayBuffer[];
      digestOf?: Stream;
      folder?: string;
    }
  | { kind: 'digest'; digestOf: Stream }
  | { kind: 'drop'; digestOf: Stream }
  | { kind: 'flush'; fd: number; dataOnly: boolean }
);

/** `value`: bytes written, or the SHA-256 in lower-case hex. An Error would lose its code on the way. */
export type WriterAnswer = { id: number } & (
  | { value: number | string }
  | { error: { message: string; code: string | undefined } }
);
