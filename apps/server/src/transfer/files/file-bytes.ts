// The bytes of platform files and extras, in the storage or in a library folder. Everything that reads them for members, or for
// their digests, goes through here.

import { setTimeout as sleep } from 'node:timers/promises';
import { pieceLengthFor } from '@cellar/contract/transfer/downloads.endpoints.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/schema.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import type { LibraryBytes } from '#folders/in-place/library-bytes.service.ts';
import type { SingleFile, SingleFilesQuery } from '#folders/in-place/single-files.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, hourMs, isoAt, minuteMs } from '#platform/clock.ts';
import { LeaseLostError } from '#platform/lease.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { FileDigests } from '#platform/storage/digests.ts';
import {
  FileChangedError,
  FileMissingError,
  type HandOver,
  type HandOverFacts,
  type Storage,
  StorageUnavailableError,
  type StoredFile,
  UnreadableError,
} from '#platform/storage/storage.ts';
import { openWhole } from '#platform/storage/whole-files.ts';
import * as repository from './digests.repository.ts';
import { updateFileSize } from './files.repository.ts';

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

export function createFileBytes({ storage, libraryBytes }: BytesDeps) {
  return {
    /**
     * Opens a platform file or extra. @throws FileMissingError also if a stored file does not have `fileSize` bytes; UnreadableError,
     * StorageUnavailableError; of a library folder also FileChangedError if the content is another one than that of `contentTag`, and
     * AppError file_preparing
     */
    open({ storageKey, libraryItemId, fileSize, contentTag, singleFile }: KnownFile): Promise<StoredFile> {
      if (libraryItemId === null) return openWhole(storage, storageKey, fileSize);
      return singleFile
        ? libraryBytes.openSingleFile(libraryItemId, singleFile)
        : libraryBytes.open(libraryItemId, contentTag);
    },

    /** Returns undefined for an unknown id, and for a file without single files. @throws AppError file_preparing until they are listed */
    findSingleFile: async ({ libraryItemId }: BytesOfFile, id: string) =>
      libraryItemId === null ? undefined : libraryBytes.findSingleFile(libraryItemId, id),

    /** @throws AppError file_preparing until they are listed */
    async listSingleFiles({ libraryItemId }: BytesOfFile, query: SingleFilesQuery) {
      if (libraryItemId === null) return { files: [], next: null, total: 0 };
      return libraryBytes.listSingleFiles(libraryItemId, query);
    },

    /** @throws AppError file_preparing for a ZIP whose checksums are not all known yet */
    async requirePrepared({ libraryItemId, singleFile }: WholeOrSingleFile): Promise<void> {
      if (libraryItemId !== null && !singleFile) await libraryBytes.requirePrepared(libraryItemId);
    },

    /**
     * Returns how another program can send a platform file or extra, or undefined if only Cellar can. @throws what `open` throws for a
     * file in a library folder
     */
    async handOver(
      { storageKey, libraryItemId, contentTag, singleFile }: KnownFile,
      facts: HandOverFacts,
    ): Promise<HandOverOfFile | undefined> {
      if (libraryItemId === null) return storage.handOver(storageKey, facts);
      const place = await libraryBytes.findAccelPath(libraryItemId, { contentTag, singleFile });
      return place && { kind: 'library', ...place };
    },
  };
}

interface DigestOptions {
  signal: AbortSignal;
  /** Called with the size of a ZIP in a library folder, in bytes. It may have changed. */
  onSize(bytes: number): Promise<void>;
}

/** Digests a file and its pieces. @throws what `open` throws, or the reason of the signal */
function digestBytes(
  { storage, libraryBytes }: BytesDeps,
  { storageKey, libraryItemId, fileSize }: BytesOfFile & { fileSize: number },
  { signal, onSize }: DigestOptions,
): Promise<FileDigests> {
  return libraryItemId === null
    ? storage.digestFileInPieces(storageKey, pieceLengthFor(fileSize), signal)
    : libraryBytes.digest(libraryItemId, { signal, onSize, withPieces: true });
}

// Computes the digests of platform files and extras, and of their pieces. Reading a large file is expensive, so each is claimed by one node.

interface Deps extends Pick<Base, 'db' | 'longReads' | 'stamp' | 'clock' | 'log'>, BytesDeps {}

/** Old files get the digests of their pieces slowly: after each, the run pauses for the time it took, but at most this long. */
const longestPauseMs = minuteMs;
/** No run begins with another old file after this time. */
const oldFilesMs = 20_000;

/** A disk that does not answer stops the digests of its own place only. Platform files come first: members wait for them more often. */
const sourcesOf = {
  storage: ['gameFiles', 'gameExtras'],
  libraryFolders: ['filesInPlace', 'extrasInPlace'],
  libraryZips: ['zipFilesInPlace', 'zipExtrasInPlace'],
} as const;

type DigestPlace = keyof typeof sourcesOf;

interface Run {
  closing: AbortSignal;
  pauses: Pauses;
}

type Pauses = ReturnType<typeof createPauses>;

/**
 * Files that could not be read or are damaged, with the time in ms since 1970 until which they are left alone. One that is forgotten is
 * only read earlier.
 */
const createPauses = () => new LRUCache<string, number>({ max: 10_000 });

interface Kind {
  source: repository.DigestSource;
  missing: repository.MissingDigests;
  /** The file of this kind that was read last. */
  last: { createdAt: string; id: string };
}

export function createDigests(deps: Deps) {
  // Reading a file for its digest is expensive, so each process reads one of each place at a time.
  const digesting = createSingleFlight<void>();
  const closing = new AbortController();
  const pauses = createPauses();
  const isComplete = whileUnchanged(
    deps.stamp,
    async (place: DigestPlace) => !(await findNext(deps.longReads, kindsOf(place), isoAt(deps.clock))),
    Object.keys(sourcesOf).length,
  );
  const digest = (place: DigestPlace) =>
    digesting.run(async () => {
      if (await isComplete(place)) return;
      await digestMissing(deps, place, { closing: closing.signal, pauses });
    }, place);

  return {
    /** Computes every missing digest of the storage that no other node is computing, one file after the other. */
    digestFiles: () => digest('storage'),
    /** The same for single files in library folders. */
    digestFilesInPlace: () => digest('libraryFolders'),
    /** Prepares the ZIP downloads of sets and folders, which do not wait for single files. */
    digestZipsInPlace: () => digest('libraryZips'),

    /** Aborts the digest in progress; the next start computes it again. */
    async close(): Promise<void> {
      closing.abort();
      const places = ['storage', 'libraryFolders', 'libraryZips'] as const;
      await Promise.all(places.map((place) => digesting.ended(place)));
    },
  };
}

/** Reads the oldest files first, and also those that are added while it runs. Files with a digest come last. */
async function digestMissing(deps: Deps, place: DigestPlace, { closing, pauses }: Run): Promise<void> {
  const { db, longReads, clock } = deps;
  const begun = performance.now();
  const kinds = kindsOf(place);
  while (!closing.aborted) {
    const now = isoAt(clock);
    const file = await findNext(longReads, kinds, now);
    const found = performance.now();
    if (!file || (file.missing === 'pieces' && found - begun > oldFilesMs)) return;
    const content = `${file.id} ${file.contentTag}`;
    if ((pauses.get(content) ?? 0) > clock.now().getTime()) continue;
    const lease = repository.digestLeases.begin(clock);
    if (!(await repository.claimDigest(db, file.storageKey, lease, now))) continue;
    const outcome = await digestClaimed(deps, file, lease.holder, closing);
    if (outcome === 'stop') return;
    if (outcome === 'done') pauses.delete(content);
    else pauses.set(content, clock.now().getTime() + (outcome === 'damaged' ? dayMs : hourMs));
    if (file.missing === 'pieces') await pause(performance.now() - found, closing);
  }
}

function kindsOf(place: DigestPlace): Kind[] {
  const last = { createdAt: '', id: '' };
  return (['all', 'pieces'] as const).flatMap((missing) =>
    sourcesOf[place].map((source) => ({ source, missing, last })),
  );
}

async function pause(ms: number, closing: AbortSignal): Promise<void> {
  await sleep(Math.min(longestPauseMs, ms), undefined, { signal: closing }).catch(() => undefined);
}

async function findNext(db: Db, kinds: Kind[], now: string): Promise<repository.UndigestedFile | undefined> {
  for (const kind of kinds) {
    const file = await repository.findUndigestedFile(db, kind, kind.last, now);
    if (!file) continue;
    kind.last = file;
    return file;
  }
  return undefined;
}

type Outcome = 'done' | 'unreadable' | 'damaged' | 'stop';

/** Returns `stop` if no other file can be read either. The next run computes the digest again. */
async function digestClaimed(
  deps: Deps,
  file: repository.UndigestedFile,
  holder: string,
  closing: AbortSignal,
): Promise<Outcome> {
  const { db, log } = deps;
  const claim = { storageKey: file.storageKey, holder };
  const onSize = (bytes: number) =>
    updateFileSize(db, repository.tableOf(file.source), { id: file.id, fileSize: bytes });
  try {
    const digests = await repository.digestLeases.hold({ ...deps, closing }, claim, (signal) =>
      digestBytes(deps, file, { signal, onSize }),
    );
    if (file.sha256 !== null && file.sha256 !== digests.sha256) {
      await repository.releaseDigestClaim(db, claim);
      log.error({ fileId: file.id, gameId: file.gameId }, 'a file is not the one whose digest is known');
      return 'damaged';
    }
    await repository.saveDigests(db, file, holder, digests);
    return 'done';
  } catch (error) {
    await repository.releaseDigestClaim(db, claim);
    return closing.aborted ? 'stop' : judge(deps, file, error);
  }
}

/** One library folder says nothing about the others, and its files may change or vanish at any time. */
function judge(
  { log }: Deps,
  { id: fileId, gameId, libraryItemId }: repository.UndigestedFile,
  error: unknown,
): Outcome {
  const isInPlace = libraryItemId !== null;
  const isUnavailable = error instanceof StorageUnavailableError && !(error instanceof UnreadableError);
  if (isUnavailable) return isInPlace ? 'done' : 'stop';
  if (error instanceof LeaseLostError || error instanceof FileChangedError) return 'done';
  if (isInPlace && error instanceof FileMissingError) return 'done';
  log.error({ err: error, fileId, gameId }, 'a file could not be read');
  return 'unreadable';
}
