// The bytes of platform files and extras, in the storage or in a library folder. Everything that reads them for members, or for
// their digests, goes through here.
import type { LibraryBytes } from '#features/library/bytes/library-bytes.service.ts';
import { openWhole } from '#platform/storage/open-whole.ts';
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

/** What the caller knows about the content of a file. */
export interface KnownFile extends BytesOfFile {
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
  { storageKey, libraryItemId, fileSize, contentTag }: KnownFile,
): Promise<StoredFile> {
  return libraryItemId === null
    ? openWhole(storage, storageKey, fileSize)
    : libraryBytes.open(libraryItemId, contentTag);
}

/** @throws AppError file_preparing for a ZIP whose checksums are not all known yet */
export async function requirePrepared(
  { libraryBytes }: BytesDeps,
  { libraryItemId }: BytesOfFile,
): Promise<void> {
  if (libraryItemId !== null) await libraryBytes.requirePrepared(libraryItemId);
}

/** Returns undefined if only Cellar can send the file. */
export async function handOverBytes(
  { storage, libraryBytes }: BytesDeps,
  { storageKey, libraryItemId }: BytesOfFile,
  facts: HandOverFacts,
): Promise<HandOverOfFile | undefined> {
  if (libraryItemId === null) return storage.handOver(storageKey, facts);
  const place = await libraryBytes.findAccelPath(libraryItemId);
  return place && { kind: 'library', ...place };
}

interface DigestOptions {
  signal: AbortSignal;
  /** Called with the size of a file in a library folder that turned out to have changed, in bytes. */
  onSize(bytes: number): Promise<void>;
}

/** Returns the SHA-256 in lower-case hex. @throws what `openBytes` throws, or the reason of the signal */
export function digestBytes(
  { storage, libraryBytes }: BytesDeps,
  { storageKey, libraryItemId }: BytesOfFile,
  { signal, onSize }: DigestOptions,
): Promise<string> {
  return libraryItemId === null
    ? storage.digestFile(storageKey, signal)
    : libraryBytes.digest(libraryItemId, { signal, onSize });
}
