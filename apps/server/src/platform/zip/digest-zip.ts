// Computes everything about a ZIP that depends on the content of its members: their CRC-32 and SHA-256, and the SHA-256 of the
// whole archive. Every file is read twice in a row, because its checksum precedes its data in the archive and SHA-256 knows no
// other order. The second read usually comes from the system's cache.

import type { FileDigests } from '../storage/digests.ts';
import {
  withDigest as inStorageThread,
  type RunningDigest,
  type WithDigest,
  withPieces,
} from '../storage/disk/digest-file.ts';
import { readingError } from '../storage/disk/disk-errors.ts';
import { pieceBytes } from '../storage/disk/file-thread.ts';
import { UnreadableError } from '../storage/storage.ts';
import type { ZipLayout } from './zip-layout.ts';
import { createZipSource, type OpenMember, openUnchanged, requireUnchanged } from './zip-source.ts';

export interface MemberDigest {
  index: number;
  crc32: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface DigestZipOptions {
  signal?: AbortSignal;
  /** The length of the pieces of the archive. Omitted: its pieces are not digested. */
  pieceLength?: number;
  /** The thread that reads the files. */
  withDigest?: WithDigest;
  /**
   * Called in order for each member whose checksum was not yet known, and awaited. What it has stored need not be computed again
   * after an interruption.
   */
  onMember?: (digest: MemberDigest) => Promise<void> | void;
  /** Called now and then with the number of bytes of the archive that are done. */
  onProgress?: (bytes: number) => void;
}

/**
 * Completes the checksums of the layout and returns the digests of the whole ZIP. The files must be on a disk.
 * @throws MemberChangedError, UnreadableError, StorageUnavailableError, or the reason of the signal
 */
export async function digestZip(
  layout: ZipLayout,
  open: OpenMember,
  { pieceLength, signal, withDigest = inStorageThread, onMember, onProgress }: DigestZipOptions = {},
): Promise<FileDigests> {
  return withPieces(withDigest, pieceLength, async (zip) => {
    for (let index = 0; index < layout.count; index += 1) {
      signal?.throwIfAborted();
      if (layout.isFile(index))
        await addMember(zip, { layout, open, index }, { signal, withDigest, onMember });
      else await zip.addBytes(layout.record({ kind: 'header', index }));
      onProgress?.(layout.dataStart(index) + layout.memberSize(index));
    }
    const rest = { start: layout.centralStart, end: layout.size - 1 };
    for await (const piece of createZipSource(layout, open).stream(rest, signal)) await zip.addBytes(piece);
  });
}

interface Member {
  layout: ZipLayout;
  open: OpenMember;
  index: number;
}

interface ThreadAndSignal {
  withDigest: WithDigest;
  signal: AbortSignal | undefined;
}

async function addMember(
  zip: RunningDigest,
  { layout, open, index }: Member,
  { withDigest, signal, onMember }: Pick<DigestZipOptions, 'onMember'> & ThreadAndSignal,
): Promise<void> {
  const file = await openUnchanged(layout, open, index);
  try {
    if (file.fd === undefined) throw new Error('the members of a ZIP must be on a disk');
    const [fd, size] = [file.fd, file.size];
    const requireSame = () => requireUnchanged(layout, index, file);
    if (layout.crc32(index) === null) {
      const digest = await digestMember({ fd, size, withDigest }, { requireSame, signal });
      layout.setCrc32(index, digest.crc32);
      await onMember?.({ index, ...digest });
    }
    await zip.addBytes(layout.record({ kind: 'header', index }));
    await addFile(zip, { fd, size, withCrc32: false }, { requireSame, signal });
  } finally {
    await file.close();
  }
}

interface Checks {
  requireSame: () => Promise<void>;
  signal: AbortSignal | undefined;
}

async function digestMember(
  { fd, size, withDigest }: { fd: number; size: number; withDigest: WithDigest },
  checks: Checks,
): Promise<{ crc32: number; sha256: string }> {
  let crc32 = 0;
  const sha256 = await withDigest(async (digest) => {
    await addFile(digest, { fd, size, withCrc32: true }, checks);
    crc32 = await digest.crc32();
  });
  return { crc32, sha256 };
}

/** Adds exactly `size` bytes. Throws if the file has changed since. */
async function addFile(
  digest: RunningDigest,
  { fd, size, withCrc32 }: { fd: number; size: number; withCrc32: boolean },
  { requireSame, signal }: Checks,
): Promise<void> {
  for (let position = 0; position < size; position += pieceBytes) {
    const range = { position, length: Math.min(pieceBytes, size - position) };
    const length = await digest.addRange(fd, range, withCrc32).catch((error) => {
      throw readingError(error);
    });
    signal?.throwIfAborted();
    if (length === range.length) continue;
    await requireSame();
    throw new UnreadableError(`the file ended at byte ${position + length}`);
  }
  await requireSame();
}
