// The job that scans files for viruses: one after the other, the newest first. Each is claimed by one node.
import type { FastifyBaseLogger } from 'fastify';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clamd, ClamdAwayError } from '#platform/clamd.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs, minuteMs } from '#platform/durations.ts';
import { keepLease, LeaseLostError, newLease } from '#platform/lease.ts';
import { StorageUnavailableError, UnreadableError } from '#platform/storage/storage.ts';
import type { FilesService } from '../files/files.service.ts';
import { saveResult } from './save-result.ts';
import { scanFile } from './scan-file.ts';
import { type TellDeps, tellAdmins } from './tell-admins.ts';
import type { Claim, WaitingFile } from './virus-scans.repository.ts';
import * as repository from './virus-scans.repository.ts';

export interface ScanDeps extends TellDeps {
  db: Db;
  longReads: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  clamd: Clamd;
  files: FilesService;
  settings: SettingsService;
  audit: AuditService;
}

const leaseMs = minuteMs;
/** After so many failures, the file counts as one that can't be scanned. */
const maxAttempts = 3;

/** Scans everything that waits, including what is added in the meantime. Ends early if clamd or the storage can't be reached. */
export async function scanWaiting(deps: ScanDeps, closing: AbortSignal): Promise<void> {
  await tellAdmins(deps);
  while (!closing.aborted && (await scanNext(deps, closing)));
}

/** Returns false if nothing waits, or nothing can be scanned. */
async function scanNext(deps: ScanDeps, closing: AbortSignal): Promise<boolean> {
  const { db, longReads, clock, clamd, settings, log } = deps;
  const { virusScansFrom: from } = await settings.get();
  const now = isoAt(clock);
  const file = await repository.findWaiting(longReads, { now, from });
  if (!file) return false;
  const version = await clamd.version().catch((error) => {
    if (!(error instanceof ClamdAwayError)) throw error;
    log.warn({ err: error }, 'clamd cannot be reached, so files wait for their virus scan');
  });
  if (!version) return false;
  const lease = newLease(clock, leaseMs);
  if (!(await repository.claimScan(db, file.storageKey, lease, now))) return true;
  const claim = { storageKey: file.storageKey, holder: lease.holder };
  return scanClaimed(deps, { file, claim, scannedWith: version.text, closing });
}

interface ClaimedScan {
  file: WaitingFile;
  claim: Claim;
  scannedWith: string;
  closing: AbortSignal;
}

/** Returns false if no other file can be scanned either. */
async function scanClaimed(deps: ScanDeps, scan: ClaimedScan): Promise<boolean> {
  const { db, clock, log } = deps;
  const { file, claim, scannedWith, closing } = scan;
  const keeping = {
    clock,
    durationMs: leaseMs,
    closing,
    renew: (leaseUntil: string) => repository.renewScan(db, claim, leaseUntil),
    onRenewalFailure: (error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'),
  };
  try {
    const found = await repository.findFile(db, file);
    // Its row is about to be deleted too.
    if (!found) return true;
    const verdict = await keepLease(keeping, (signal) => scanFile(deps, found, signal));
    if (await saveResult(deps, claim, { ...verdict, scannedWith })) await tellAdmins(deps);
    return true;
  } catch (error) {
    return giveUp(deps, scan, error);
  }
}

interface Judgment {
  /** Undefined: no other file can be scanned either. */
  retryMs?: number;
  /** The file itself may be the reason. */
  isCounted: boolean;
}

/** Returns false if no other file can be scanned either. */
async function giveUp(
  deps: ScanDeps,
  { file, claim, scannedWith, closing }: ClaimedScan,
  error: unknown,
): Promise<boolean> {
  const { db, clock, log } = deps;
  if (closing.aborted || error instanceof LeaseLostError) {
    await repository.releaseScan(db, claim, {});
    return !closing.aborted;
  }
  const { retryMs, isCounted } = judge(error, (await repository.findFile(db, file))?.libraryItemId ?? null);
  const attempts = file.attempts + (isCounted ? 1 : 0);
  if (isCounted) log.warn({ err: error, key: file.storageKey, attempts }, 'a file could not be scanned');
  if (attempts >= maxAttempts) await saveResult(deps, claim, { result: 'failed', scannedWith });
  else {
    const retryAt = retryMs === undefined ? null : isoAt(clock, retryMs);
    await repository.releaseScan(db, claim, { attempts, retryAt });
  }
  return retryMs !== undefined;
}

function judge(error: unknown, libraryItemId: string | null): Judgment {
  if (error instanceof ClamdAwayError) return { isCounted: false };
  if (error instanceof AppError && error.code === 'file_preparing') {
    return { retryMs: 5 * minuteMs, isCounted: false };
  }
  if (error instanceof StorageUnavailableError && !(error instanceof UnreadableError)) {
    return libraryItemId === null ? { isCounted: false } : { retryMs: 10 * minuteMs, isCounted: false };
  }
  return { retryMs: hourMs, isCounted: true };
}
