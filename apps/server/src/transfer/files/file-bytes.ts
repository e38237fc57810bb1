// The bytes of platform files and extras, in the storage or in a library folder. Everything that reads them for members, or for
// their digests, goes through here.
import { pieceLengthFor } from '@cellar/contract/transfer/rules/pieces.ts';
import type { LibraryBytes } from '#folders/in-place/library-bytes.service.ts';
import type { SingleFile, SingleFilesQuery } from '#folders/in-place/single-files.service.ts';
import { openWhole } from '#platform/storage/open-whole.ts';
import type { FileDigests } from '#platform/storage/piece-digests.ts';
import type { HandOver, HandOverFacts, Storage, StoredFile } from '#platform/storage/storage.ts';

export interface BytesDeps {
  storage: Storage;
  libraryBytes: LibraryBytes;
}

/** Where the bytes of a platform file or extra are. */
export interface BytesOfFile {
  storageKey: string;
  /** The item of a library folder that holds the bytes. Null: they are in the storage. */
  libraryItemId: string | null;
}

/** A platform file or extra, or one file of the set or folder that it is. */
export interface WholeOrSingleFile extends BytesOfFile {
  singleFile?: SingleFile | null;
}

/** What the caller knows about the content of a file. */
export interface KnownFile extends WholeOrSingleFile {
  fileSize: number;
  /** Identifies the content in a library folder. Null in the storage. */
  contentTag: string | null;
}

/** `library`: in one of LIBRARY_ROOTS, counted from 1. */
export type HandOverOfFile = HandOver | { kind: 'library'; root: number; path: string };

/**
 * @throws FileMissingError also if a stored file does not have `fileSize` bytes; UnreadableError; of a library folder also
 * FileChangedError if the content is another one than that of `contentTag`, and AppError file_preparing
 */
export function openBytes(
  { storage, libraryBytes }: BytesDeps,
  { storageKey, libraryItemId, fileSize, contentTag, singleFile }: KnownFile,
): Promise<StoredFile> {
  if (libraryItemId === null) return openWhole(storage, storageKey, fileSize);
  return singleFile
    ? libraryBytes.openSingleFile(libraryItemId, singleFile)
    : libraryBytes.open(libraryItemId, contentTag);
}

/** Returns undefined for an unknown id, and for a file without single files. @throws AppError file_preparing until they are listed */
export async function findSingleFile(
  { libraryBytes }: BytesDeps,
  { libraryItemId }: BytesOfFile,
  id: string,
): Promise<SingleFile | undefined> {
  return libraryItemId === null ? undefined : libraryBytes.findSingleFile(libraryItemId, id);
}

/** @throws AppError file_preparing until they are listed */
export async function listSingleFiles(
  { libraryBytes }: BytesDeps,
  { libraryItemId }: BytesOfFile,
  query: SingleFilesQuery,
) {
  if (libraryItemId === null) return { files: [], next: null, total: 0 };
  return libraryBytes.listSingleFiles(libraryItemId, query);
}

/** @throws AppError file_preparing for a ZIP whose checksums are not all known yet */
export async function requirePrepared(
  { libraryBytes }: BytesDeps,
  { libraryItemId, singleFile }: WholeOrSingleFile,
): Promise<void> {
  if (libraryItemId !== null && !singleFile) await libraryBytes.requirePrepared(libraryItemId);
}

/** Returns undefined if only Cellar can send the file. @throws what `openBytes` throws for a file in a library folder */
export async function handOverBytes(
  { storage, libraryBytes }: BytesDeps,
  { storageKey, libraryItemId, contentTag, singleFile }: KnownFile,
  facts: HandOverFacts,
): Promise<HandOverOfFile | undefined> {
  if (libraryItemId === null) return storage.handOver(storageKey, facts);
  const place = await libraryBytes.findAccelPath(libraryItemId, { contentTag, singleFile });
  return place && { kind: 'library', ...place };
}

interface DigestOptions {
  signal: AbortSignal;
  /** Called with the size of a file in a library folder that turned out to have changed, in bytes. */
  onSize(bytes: number): Promise<void>;
}

/** Digests a file and its pieces. @throws what `openBytes` throws, or the reason of the signal */
export function digestBytes(
  { storage, libraryBytes }: BytesDeps,
  { storageKey, libraryItemId, fileSize }: BytesOfFile & { fileSize: number },
  { signal, onSize }: DigestOptions,
): Promise<FileDigests> {
  return libraryItemId === null
    ? storage.digestFileInPieces(storageKey, pieceLengthFor(fileSize), signal)
    : libraryBytes.digest(libraryItemId, { signal, onSize, withPieces: true });
}
