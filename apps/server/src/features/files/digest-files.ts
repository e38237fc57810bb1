// Computes the digests of new platform files and extras. Reading a large file is expensive, so each is claimed by one node.
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs, minuteMs } from '#platform/durations.ts';
import { keepLease, LeaseLostError, newLease } from '#platform/lease.ts';
import {
  FileChangedError,
  FileMissingError,
  StorageUnavailableError,
  UnreadableError,
} from '#platform/storage/storage.ts';
import * as repository from './digests.repository.ts';
import { type BytesDeps, digestBytes } from './file-bytes.ts';
import { updateFileSize } from './files.repository.ts';

interface Deps extends BytesDeps {
  db: Db;
  longReads: Db;
  clock: Clock;
  log: FastifyBaseLogger;
}

const leaseMs = minuteMs;

/** A disk that does not answer stops the digests of its own place only. Platform files come first: members wait for them more often. */
const sourcesOf = {
  storage: ['gameFiles', 'gameExtras'],
  libraryFolders: ['filesInPlace', 'extrasInPlace'],
  libraryZips: ['zipFilesInPlace', 'zipExtrasInPlace'],
} as const;

export type DigestPlace = keyof typeof sourcesOf;

interface Run {
  closing: AbortSignal;
  /** Files in library folders that could not be read, with the time in ms since 1970 until which they are left alone. */
  pauses: Map<string, number>;
}

type Last = Record<repository.DigestSource, { createdAt: string; id: string }>;

/** Reads the oldest files first, and also those that are added while it runs. */
export async function digestMissing(deps: Deps, place: DigestPlace, { closing, pauses }: Run): Promise<void> {
  const { db, longReads, clock } = deps;
  const start = { createdAt: '', id: '' };
  const last: Last = {
    ...{ gameFiles: start, gameExtras: start },
    ...{ filesInPlace: start, extrasInPlace: start, zipFilesInPlace: start, zipExtrasInPlace: start },
  };
  while (!closing.aborted) {
    const now = isoAt(clock);
    const file = await findNext(longReads, place, last, now);
    if (!file) return;
    last[file.source] = file;
    const content = `${file.id} ${file.contentTag}`;
    if ((pauses.get(content) ?? 0) > clock.now().getTime()) continue;
    const lease = newLease(clock, leaseMs);
    if (!(await repository.claimDigest(db, file.storageKey, lease, now))) continue;
    const outcome = await digestClaimed(deps, file, lease.holder, closing);
    if (outcome === 'stop') return;
    if (outcome === 'unreadable') pauses.set(content, clock.now().getTime() + hourMs);
    else pauses.delete(content);
  }
}

async function findNext(
  db: Db,
  place: DigestPlace,
  last: Last,
  now: string,
): Promise<repository.UndigestedFile | undefined> {
  for (const source of sourcesOf[place]) {
    const file = await repository.findFileWithoutDigest(db, source, last[source], now);
    if (file) return file;
  }
  return undefined;
}

type Outcome = 'done' | 'unreadable' | 'stop';

/** Returns `stop` if no other file can be read either. The next run computes the digest again. */
async function digestClaimed(
  deps: Deps,
  file: repository.UndigestedFile,
  holder: string,
  closing: AbortSignal,
): Promise<Outcome> {
  const { db, clock, log } = deps;
  const claim = { storageKey: file.storageKey, holder };
  const keeping = {
    clock,
    durationMs: leaseMs,
    closing,
    renew: (leaseUntil: string) => repository.renewDigestClaim(db, claim, leaseUntil),
    onRenewalFailure: (error: unknown) =>
      log.warn({ err: error, fileId: file.id }, 'a lease could not be renewed'),
  };
  const onSize = (bytes: number) =>
    updateFileSize(db, repository.tableOf(file.source), { id: file.id, fileSize: bytes });
  try {
    const sha256 = await keepLease(keeping, (signal) => digestBytes(deps, file, { signal, onSize }));
    await repository.saveDigest(db, file, holder, sha256);
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
  return isInPlace ? 'unreadable' : 'done';
}
