// Where the fetched pieces go: into the file itself, or into a copy that the browser saves.
import { type FileHandle, handleOf } from '#lib/pick-files.ts';
import { saveBlob } from '#lib/save-blob.ts';
import type { ByteRange, ExpectedFile } from './compare.ts';
import { fileFailure } from './verify-error.ts';

export interface RepairedFile {
  isInPlace: boolean;
  write(range: ByteRange, piece: Blob): Promise<void>;
  /** Everything is written: gives the file its size, and saves it. */
  finish(): Promise<void>;
  /** The file stays as it was. */
  discard(): void;
}

interface Writable {
  write(change: { type: 'write'; position: number; data: Blob }): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** The methods of the File System Access API used here, of which TypeScript knows no permissions. */
export interface WritableHandle extends FileHandle {
  createWritable(options: { keepExistingData: boolean }): Promise<Writable>;
  requestPermission(options: { mode: 'read' | 'readwrite' }): Promise<PermissionState>;
}

/** Returns undefined in browsers that can't write into a chosen file, and on plain http. */
export async function writableHandleOf(file: File): Promise<WritableHandle | undefined> {
  const handle = (await handleOf(file)) as Partial<WritableHandle> | undefined;
  return handle?.createWritable && handle.requestPermission ? (handle as WritableHandle) : undefined;
}

/** Call this in the click that begins the repair. Returns whether the member permits writing into the file. */
export async function mayWrite(handle: WritableHandle): Promise<boolean> {
  return (await handle.requestPermission({ mode: 'readwrite' }).catch(() => 'denied')) === 'granted';
}

/** The browser writes into a copy beside the file, and replaces the file at the end. @throws VerifyError */
export async function openInPlace(handle: WritableHandle, { size }: ExpectedFile): Promise<RepairedFile> {
  const writable = await handle.createWritable({ keepExistingData: true }).catch(explain);
  return {
    isInPlace: true,
    write: ({ start }, data) => writable.write({ type: 'write', position: start, data }).catch(explain),
    finish: () =>
      writable
        .truncate(size)
        .then(() => writable.close())
        .catch(explain),
    discard: () => void writable.abort().catch(() => undefined),
  };
}

/**
 * A Blob of parts of the file and the fetched pieces only refers to them; browsers keep large pieces on the disk. So the file
 * is never in memory as a whole.
 */
export function openCopy(file: File, expected: ExpectedFile): RepairedFile {
  const pieces = new Map<number, Blob>();
  return {
    isInPlace: false,
    async write({ start }, piece) {
      pieces.set(start, piece);
    },
    async finish() {
      saveBlob(composed(file, expected, pieces), expected.name);
    },
    discard: () => pieces.clear(),
  };
}

/** `pieces`: by the positions where they begin. */
function composed(file: File, { size }: ExpectedFile, pieces: ReadonlyMap<number, Blob>): Blob {
  const parts: Blob[] = [];
  let position = 0;
  for (const [start, piece] of [...pieces].sort(([one], [other]) => one - other)) {
    parts.push(file.slice(position, start), piece);
    position = start + piece.size;
  }
  parts.push(file.slice(position, size));
  return new Blob(parts, { type: 'application/octet-stream' });
}

function explain(error: unknown): never {
  throw fileFailure(error instanceof DOMException ? error.name : '', error);
}
