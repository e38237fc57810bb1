// Computes the digests of new files. Reading a large file is expensive, so each is claimed by one node.
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { minuteMs } from '#platform/durations.ts';
import { keepLease, LeaseLostError, newLease } from '#platform/lease.ts';
import { type Storage, StorageUnavailableError, UnreadableError } from '#platform/storage/storage.ts';
import * as repository from './digests.repository.ts';

interface Deps {
  db: Db;
  storage: Storage;
  clock: Clock;
  log: FastifyBaseLogger;
}

const leaseMs = minuteMs;

export async function digestMissing(deps: Deps, closing: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  let last = { createdAt: '', id: '' };
  while (!closing.aborted) {
    const now = isoAt(clock);
    const file = await repository.findFileWithoutDigest(db, last, now);
    if (!file) return;
    last = file;
    const lease = newLease(clock, leaseMs);
    if (!(await repository.claimDigest(db, file.id, lease, now))) continue;
    if ((await digestClaimed(deps, file, lease.holder, closing)) === 'stop') return;
  }
}

/** Returns `stop` if no other file can be read either. The next run computes the digest again. */
async function digestClaimed(
  { db, storage, clock, log }: Deps,
  file: repository.UndigestedFile,
  holder: string,
  closing: AbortSignal,
): Promise<'done' | 'stop'> {
  const claim = { fileId: file.id, holder };
  const keeping = {
    clock,
    durationMs: leaseMs,
    closing,
    renew: (leaseUntil: string) => repository.renewDigestClaim(db, claim, leaseUntil),
    onRenewalFailure: (error: unknown) =>
      log.warn({ err: error, fileId: file.id }, 'a lease could not be renewed'),
  };
  try {
    const sha256 = await keepLease(keeping, (signal) => storage.digestFile(file.storageKey, signal));
    await repository.saveDigest(db, claim, sha256);
    return 'done';
  } catch (error) {
    await repository.releaseDigestClaim(db, claim);
    const isUnavailable = error instanceof StorageUnavailableError && !(error instanceof UnreadableError);
    if (closing.aborted || isUnavailable) return 'stop';
    if (!(error instanceof LeaseLostError)) {
      log.error({ err: error, fileId: file.id, gameId: file.gameId }, 'a platform file could not be read');
    }
    return 'done';
  }
}
