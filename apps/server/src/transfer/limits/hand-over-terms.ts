// Which limits permit another program to send a file, and how fast it may.
import { isoAt } from '#platform/clock.ts';
import { minuteMs } from '#platform/durations.ts';
import type { AdmissionDeps } from './admission.ts';
import { countRunning, countRunningMembers } from './running.repository.ts';

export interface HandOverTerms {
  /** The member may run only so many downloads at once, and only Cellar knows when one ends. */
  needsEnd: boolean;
  /** Bytes per second. Undefined: not limited. */
  speed: number | undefined;
}

/** A proxy does not report when it has finished, so a hand-over counts as running for this time. */
const countedMs = 2 * minuteMs;

/** The speed is the download's share of what holds now: it does not change once the other program has begun. */
export async function handOverTerms(
  { db, clock, limits }: AdmissionDeps,
  userId: string,
): Promise<HandOverTerms> {
  const [{ downloadsAtOnce }, speeds] = await Promise.all([limits.of(userId), limits.speedsOf([userId])]);
  const needsEnd = downloadsAtOnce !== null;
  const own = speeds.members.get(userId);
  if (own === undefined && speeds.download === undefined) return { needsEnd, speed: undefined };
  const since = isoAt(clock, -countedMs);
  const [downloads, members] = await Promise.all([
    countRunning(db, userId, since),
    countRunningMembers(db, since),
  ]);
  const ofSite = (speeds.download ?? Number.POSITIVE_INFINITY) / Math.max(1, members);
  const ofMember = Math.min(ofSite, own ?? Number.POSITIVE_INFINITY);
  return { needsEnd, speed: Math.ceil(ofMember / Math.max(1, downloads)) };
}
