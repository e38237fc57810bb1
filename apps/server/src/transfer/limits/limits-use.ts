import type { LimitsUse } from '@cellar/contract/transfer/download-limits.ts';
import type { AdmissionDeps } from './admission.ts';
import { reservedBy } from './download-use.ts';
import { listRunning } from './running.repository.ts';

/** Returns a member's limits, what was used of them, and what running downloads still need. */
export async function limitsUse({ db, clock, limits }: AdmissionDeps, userId: string): Promise<LimitsUse> {
  const own = await limits.of(userId);
  const [used, running] = await Promise.all([limits.used(db, userId, own), listRunning(db, userId)]);
  const reserved = reservedBy(running, clock.now());
  return {
    limits: own,
    ...used,
    reservedBytes: reserved.bytes,
    reservedFiles: reserved.files,
    freeAt: limits.freeAt(own),
  };
}
