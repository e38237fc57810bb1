// What the server and its writer thread say to each other. Used by writer-thread and writer-worker.

/** Numbers a stream of writes that has one digest. */
type Stream = number;

export type WriterRequest = { id: number } & (
  | { kind: 'write'; fd: number; position: number; buffers: ArrayBuffer[]; digestOf?: Stream }
  | { kind: 'digest'; digestOf: Stream }
  | { kind: 'drop'; digestOf: Stream }
);

/** `value`: bytes written, or the SHA-256 in lower-case hex. An Error would lose its code on the way. */
export type WriterAnswer = { id: number } & (
  | { value: number | string }
  | { error: { message: string; code: string | undefined } }
);
