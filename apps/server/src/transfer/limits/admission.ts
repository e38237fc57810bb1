// Admits downloads within the limits of their member. Each decision locks the member, so that many requests at once can't exceed a
// limit together. Without limits nothing is locked.

import type { MemberLimits } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import type { Trx } from '#db/schema.ts';
import { sessionExpired } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import type { DownloadRow } from '../downloads/downloads.repository.ts';
import * as downloads from '../downloads/downloads.repository.ts';
import { ticketInvalid } from '../downloads/target-file.ts';
import { countsAtOnce, hasBegun, isRunning, reservedBy, restOf } from './download-use.ts';
import { countRunning, countRunningMembers, listRunning } from './limits.repository.ts';
import type { Demand, LimitsService } from './limits.service.ts';

export interface AdmissionDeps extends Pick<Base, 'db' | 'clock'> {
  limits: LimitsService;
}

/**
 * Inserts a new download, which reserves its bytes. Returns the one with the same client id instead if there is one by now. @throws
 * AppError quota_exceeded, too_many_downloads, session_expired if the account was deleted
 */
export async function admitNew(
  { db, clock, limits }: AdmissionDeps,
  row: DownloadRow & { userId: string },
): Promise<DownloadRow> {
  const { userId } = row;
  const own = await limits.of(userId);
  if (!isLimited(own)) {
    await downloads.insertDownload(db, row);
    return row;
  }
  return db.transaction().execute(async (trx) => {
    if (!(await limits.lockMember(trx, userId))) throw sessionExpired();
    const known = await downloads.findDownloadByClientId(trx, userId, row.clientId);
    if (known) return known;
    const demand = { bytes: row.fileSize, isNew: true };
    await refuseBeyond({ clock, limits }, trx, { own, userId, demand, needsPlace: true });
    await downloads.insertDownload(trx, row);
    return row;
  });
}

/**
 * Refuses to continue a download that has stopped for too long to keep its place, or what it still needs, if both are taken now. One
 * that has begun needs only that something is left. `isConnecting`: reserves both again. Returns when the connection was recorded.
 * @throws AppError quota_exceeded, too_many_downloads, ticket_invalid if the account was deleted
 */
export async function admitKnown(
  { db, clock, limits }: AdmissionDeps,
  { id, userId, status }: DownloadRow,
  { isConnecting }: { isConnecting: boolean },
): Promise<string | undefined> {
  // The bytes of a completed download were counted.
  if (userId === null || status === 'completed') return undefined;
  const own = await limits.of(userId);
  if (!isLimited(own)) return undefined;
  return db.transaction().execute(async (trx) => {
    // The member is locked before the download, as when an account is deleted.
    const isMember = await limits.lockMember(trx, userId);
    const [row] = await downloads.lockDownloads(trx, [id]);
    if (!isMember || !row) throw ticketInvalid();
    if (row.status === 'completed' || row.cancelledAt) return undefined;
    const now = clock.now();
    const keepsReserved = row.status === 'in_progress' && isRunning(row, now);
    const demand = keepsReserved ? { bytes: 0, isNew: false } : { bytes: restOf(row), isNew: !hasBegun(row) };
    const needsPlace = !(keepsReserved && countsAtOnce(row, now));
    await refuseBeyond({ clock, limits }, trx, { own, userId, demand, needsPlace, except: id });
    if (!isConnecting) return undefined;
    const connectedAt = isoAt(clock);
    await downloads.updateDownload(trx, id, { status: 'in_progress', endedAt: null, connectedAt });
    return connectedAt;
  });
}

/**
 * Admits a file that is sent without a download of its own, and counts it at once. @throws AppError quota_exceeded, session_expired
 */
export async function admitAtOnce(
  { db, clock, limits }: AdmissionDeps,
  userId: string,
  { bytes, isNew }: Demand,
): Promise<void> {
  const own = await limits.of(userId);
  await db.transaction().execute(async (trx) => {
    if (!(await limits.lockMember(trx, userId))) throw sessionExpired();
    const demand = { bytes, isNew };
    await refuseBeyond({ clock, limits }, trx, { own, userId, demand, needsPlace: false });
    await limits.addUse(trx, [{ userId, bytes, files: isNew ? 1 : 0 }]);
  });
}

function isLimited({ bytesPerPeriod, filesPerPeriod, downloadsAtOnce }: MemberLimits): boolean {
  return bytesPerPeriod !== null || filesPerPeriod !== null || downloadsAtOnce !== null;
}

interface Admission {
  own: MemberLimits;
  userId: string;
  demand: Demand;
  /** The download is not counted among those that run at once. */
  needsPlace: boolean;
  /** The id of the download itself. */
  except?: string;
}

async function refuseBeyond(
  { clock, limits }: Pick<AdmissionDeps, 'clock' | 'limits'>,
  trx: Trx,
  { own, userId, demand, needsPlace, except }: Admission,
): Promise<void> {
  const now = clock.now();
  const others = (await listRunning(trx, userId)).filter(({ id }) => id !== except);
  const standing = {
    used: await limits.used(trx, userId, own),
    reserved: reservedBy(others, now),
    running: needsPlace ? others.filter((row) => countsAtOnce(row, now)).length : undefined,
  };
  limits.refuseBeyond(own, standing, demand);
}

// Which limits permit another program to send a file, and how fast it may.

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
