// Computes the digests of files in library folders, in a thread for each folder, so that a share that does not answer stops
// neither the digests of stored files nor those of other folders.

import { pieceLengthFor } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { Db } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { FileDigests } from '#platform/storage/digests.ts';
import {
  addWholeFile,
  createDigestThread,
  type WithDigest,
  withPieces,
} from '#platform/storage/disk/digest-file.ts';
import type { RunOnDisk } from '#platform/storage/disk/read-range.ts';
import { FileChangedError, hasSameFacts, StorageUnavailableError } from '#platform/storage/storage.ts';
import { digestZip } from '#platform/zip/digest-zip.ts';
import type { ZipLayout } from '#platform/zip/zip-layout.ts';
import { openKnownFile } from './file-in-place.ts';
import {
  completeZip,
  type DigestedMember,
  type ItemInPlace,
  type ItemZip,
  saveMemberDigests,
} from './in-place.repository.ts';
import { asFileChanged, loadLayout, memberOpener } from './zip-in-place.ts';

/** The time for a piece of 32 MiB. */
const answerWithinMs = 60_000;
const saveEveryMs = 1000;
const savedAtOnce = 500;

export type FolderThreads = (folderId: string) => WithDigest;

export function createFolderThreads(): FolderThreads {
  const threads = new Map<string, WithDigest>();
  return (folderId) => {
    const thread = threads.get(folderId) ?? withTimeLimit(createDigestThread());
    threads.set(folderId, thread);
    return thread;
  };
}

/**
 * Pieces of several files wait for one thread, so each answer of the thread renews the time of all.
 * @throws StorageUnavailableError from `addRange` if the disk does not answer
 */
function withTimeLimit(withDigest: WithDigest): WithDigest {
  const timers = new Set<NodeJS.Timeout>();

  function renewTimers(): void {
    for (const timer of timers) timer.refresh();
  }

  async function inTime<Result>(work: Promise<Result>): Promise<Result> {
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      silence.reject(new StorageUnavailableError('the library folder does not answer'));
    }, answerWithinMs);
    timers.add(timer);
    try {
      return await Promise.race([work.finally(renewTimers), silence.promise]);
    } finally {
      timers.delete(timer);
      clearTimeout(timer);
    }
  }

  return (addAll) =>
    withDigest((digest) =>
      addAll({
        ...digest,
        addRange: (fd, range, withCrc32) => inTime(digest.addRange(fd, range, withCrc32)),
      }),
    );
}

export interface DigestDeps extends Pick<Base, 'db' | 'longReads'> {
  run: RunOnDisk;
  withDigest: WithDigest;
}

export type DigestedFile = Pick<ItemInPlace, 'folderId' | 'folderPath' | 'path' | 'size' | 'modifiedAt'>;

export interface DigestInPlaceOptions {
  signal: AbortSignal;
  /** Whether the pieces are digested as well. */
  withPieces?: boolean | undefined;
}

const pieceLengthOf = (fileSize: number, { withPieces: isWanted }: DigestInPlaceOptions) =>
  isWanted ? pieceLengthFor(fileSize) : undefined;

/** Digests a single file. @throws FileChangedError, or the errors of reading */
export async function digestFileInPlace(
  { run, withDigest }: Pick<DigestDeps, 'run' | 'withDigest'>,
  item: DigestedFile,
  options: DigestInPlaceOptions,
): Promise<FileDigests> {
  const known = { size: item.size, modifiedAt: new Date(item.modifiedAt) };
  const file = await openKnownFile({ run, folderPath: item.folderPath, path: item.path }, known);
  try {
    const { fd = -1 } = file;
    const digests = await withPieces(withDigest, pieceLengthOf(item.size, options), (digest) =>
      addWholeFile(digest, fd, options.signal),
    );
    const now = await file.currentFacts?.();
    if (now && hasSameFacts(now, known)) return digests;
    throw new FileChangedError('the file has changed while it was read');
  } finally {
    await file.close();
  }
}

/**
 * Digests the ZIP of a set or folder. First completes the checksums of its members, and saves
 * them, so that an interrupted run need not read these members for their checksums again.
 * @throws FileChangedError, or the errors of reading
 */
export async function digestZipInPlace(
  { db, longReads, run, withDigest }: DigestDeps,
  { item, zip }: { item: ItemInPlace; zip: ItemZip },
  options: DigestInPlaceOptions,
): Promise<FileDigests> {
  const layout = await loadLayout(longReads, zip);
  const progress = createProgress(db, { item, zip, bytesToRead: await countBytesToRead(layout) });
  if (layout.isComplete) await completeZip(db, item);
  const pieceLength = pieceLengthOf(zip.size, options);
  try {
    return await digestZip(layout, memberOpener({ item, zip }, run, layout), {
      signal: options.signal,
      ...(pieceLength !== undefined && { pieceLength }),
      withDigest: (addAll) =>
        withDigest((digest) =>
          addAll({
            ...digest,
            async addRange(fd, range, withCrc32) {
              const length = await digest.addRange(fd, range, withCrc32);
              await progress.noteRead(length);
              return length;
            },
          }),
        ),
      async onMember(member) {
        progress.add(member);
        if (!layout.isComplete) return;
        await progress.save();
        await completeZip(db, item);
      },
    });
  } catch (error) {
    await progress.save();
    throw asFileChanged(error);
  }
}

/** A member whose checksum is unknown is read twice. */
async function countBytesToRead(layout: ZipLayout): Promise<number> {
  const yieldIfDue = createYielder();
  let bytes = 0;
  for (let index = 0; index < layout.count; index += 1) {
    bytes += layout.memberSize(index) * (layout.crc32(index) === null ? 2 : 1);
    await yieldIfDue();
  }
  return bytes;
}

/** Saves the progress and the digests of members about once a second. */
function createProgress(
  db: Db,
  { item, zip, bytesToRead }: { item: ItemInPlace; zip: ItemZip; bytesToRead: number },
) {
  let members: DigestedMember[] = [];
  let bytesRead = 0;
  let savedAt = performance.now();

  async function save(): Promise<void> {
    const waiting = members;
    members = [];
    savedAt = performance.now();
    const part = Math.floor(zip.size * Math.min(1, bytesRead / Math.max(1, bytesToRead)));
    const digestedBytes = Math.max(zip.digestedBytes, part);
    for (let at = 0; at === 0 || at < waiting.length; at += savedAtOnce) {
      await saveMemberDigests(db, item, { members: waiting.slice(at, at + savedAtOnce), digestedBytes });
    }
  }

  return {
    save,
    async noteRead(bytes: number): Promise<void> {
      bytesRead += bytes;
      if (performance.now() - savedAt > saveEveryMs) await save();
    },
    add: (member: DigestedMember) => members.push(member),
  };
}
