// Opens and reads the files behind a ZIP's members, and notices when they are not the files that the layout describes.
import { fstat } from 'node:fs';
import { promisify } from 'node:util';
import {
  type FileFacts,
  FileMissingError,
  hasSameFacts,
  type StoredFile,
  type StoredRange,
  UnreadableError,
} from '../storage/storage.ts';
import type { ZipLayout } from './zip-layout.ts';

/** Opens the file of a member. Is never called for a folder. */
export type OpenMember = (index: number) => Promise<StoredFile>;

/** The file of a member is missing, or its size or date differs from the recorded ones. */
export class MemberChangedError extends Error {
  readonly path: string;

  constructor(path: string, options?: ErrorOptions) {
    super(`${JSON.stringify(path)} has changed since its checksum was computed`, options);
    this.path = path;
  }
}

const statOf = promisify(fstat);

/** @throws MemberChangedError, or what `open` throws */
export async function openUnchanged(layout: ZipLayout, open: OpenMember, index: number): Promise<StoredFile> {
  let file: StoredFile;
  try {
    file = await open(index);
  } catch (error) {
    if (error instanceof FileMissingError) throw new MemberChangedError(layout.path(index), { cause: error });
    throw error;
  }
  if (isRecorded(layout, index, file)) return file;
  await file.close();
  throw new MemberChangedError(layout.path(index));
}

/**
 * Yields the bytes of a range, each piece only if the file had not changed after it was read. So a client that resumes never has
 * bytes of two versions. A piece is valid until the next one is requested.
 * @throws MemberChangedError, or what reading throws
 */
export async function* readUnchanged(
  { layout, index, file, range }: { layout: ZipLayout; index: number; file: StoredFile; range: StoredRange },
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  let position = range.start;
  try {
    for await (const piece of file.stream(range, signal)) {
      await requireUnchanged(layout, index, file);
      yield piece;
      position += piece.length;
    }
    if (position <= range.end) throw new UnreadableError(`the file ended at byte ${position}`);
  } catch (error) {
    signal?.throwIfAborted();
    // A file that became shorter can't be read to its recorded end.
    await requireUnchanged(layout, index, file);
    throw error;
  }
}

/**
 * Files without a descriptor are in an object store and never change. An open file that is deleted or replaced keeps its bytes,
 * and has not changed.
 * @throws MemberChangedError
 */
export async function requireUnchanged(layout: ZipLayout, index: number, file: StoredFile): Promise<void> {
  if (!isRecorded(layout, index, await currentFactsOf(file)))
    throw new MemberChangedError(layout.path(index));
}

async function currentFactsOf(file: StoredFile): Promise<FileFacts> {
  if (file.currentFacts) return file.currentFacts();
  if (file.fd === undefined) return file;
  const { size, mtime } = await statOf(file.fd);
  return { size, modifiedAt: mtime };
}

function isRecorded(layout: ZipLayout, index: number, file: FileFacts): boolean {
  return hasSameFacts(file, { size: layout.memberSize(index), modifiedAt: layout.modifiedAt(index) });
}
