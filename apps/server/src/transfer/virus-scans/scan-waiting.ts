// The job that scans files for viruses: one after the other, the newest first. Each is claimed by one node.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ScanResult } from '@cellar/contract/transfer/virus-scans.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import { AppError } from '#http/errors.ts';
import type { AdminNews } from '#messages/tell-admins.service.ts';
import type { Base } from '#platform/base.ts';
import { type Clamd, ClamdAwayError, type Verdict } from '#platform/clamd.ts';
import { hourMs, isoAt, minuteMs } from '#platform/clock.ts';
import { LeaseLostError, released } from '#platform/lease.ts';
import { StorageUnavailableError, type StoredFile, UnreadableError } from '#platform/storage/storage.ts';
import type { FilesService } from '../files/files.service.ts';
import * as repository from './virus-scans.repository.ts';
import {
  type Claim,
  type findFile,
  listFindings,
  markTold,
  nameOf,
  type ScanRow,
  type WaitingFile,
} from './virus-scans.repository.ts';

export interface ScanDeps extends Pick<Base, 'db' | 'longReads' | 'clock' | 'log'> {
  clamd: Clamd;
  files: FilesService;
  settings: SettingsService;
  audit: AuditService;
  adminNews: AdminNews;
}

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
  const lease = repository.virusScanLeases.begin(clock);
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
  const { db } = deps;
  const { file, claim, scannedWith, closing } = scan;
  try {
    const found = await repository.findFile(db, file);
    // Its row is about to be deleted too.
    if (!found) return true;
    const verdict = await repository.virusScanLeases.hold({ ...deps, closing }, claim, (signal) =>
      scanFile(deps, found, signal),
    );
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
    await repository.virusScanLeases.update(db, claim, released);
    return !closing.aborted;
  }
  const { retryMs, isCounted } = judge(error, (await repository.findFile(db, file))?.libraryItemId ?? null);
  const attempts = file.attempts + (isCounted ? 1 : 0);
  if (isCounted) log.warn({ err: error, key: file.storageKey, attempts }, 'a file could not be scanned');
  if (attempts >= maxAttempts) await saveResult(deps, claim, { result: 'failed', scannedWith });
  else {
    const retryAt = retryMs === undefined ? null : isoAt(clock, retryMs);
    await repository.virusScanLeases.update(db, claim, { ...released, attempts, retryAt });
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

const namedAtMost = 10;
const countedAtMost = 1000;

/** Tells admins of quarantined files that they do not know yet. If they were told of others a short time ago, a later run does. */
async function tellAdmins({ db, clock, adminNews }: ScanDeps): Promise<void> {
  const rows = await listFindings(db, { limit: countedAtMost, isUntold: true });
  if (rows.length === 0) return;
  const findings = rows
    .slice(0, namedAtMost)
    .map((row) => ({ title: row.title, file: nameOf(row), threat: row.threat ?? '' }));
  const isTold = await adminNews.tell({ event: 'threat_found', data: { count: rows.length, findings } });
  if (isTold) await markTold(db, rows, isoAt(clock));
}

// Records the result of a virus scan.

interface Deps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
}

interface Result {
  result: ScanResult;
  threat?: string;
  path?: string;
  scannedWith: string;
}

const nothingFound = {
  threat: null,
  threatPath: null,
  foundAt: null,
  toldAt: null,
  allowedAt: null,
  allowedBy: null,
};

/** Returns whether something was found that was not known yet. Does nothing if the claim was lost: the file was deleted or changed. */
async function saveResult(
  { db, clock, audit }: Deps,
  claim: Claim,
  { result, threat, path, scannedWith }: Result,
): Promise<boolean> {
  const now = isoAt(clock);
  return db.transaction().execute(async (trx) => {
    const row = await repository.lockClaimed(trx, claim);
    if (!row) return false;
    const isNew = result === 'infected' && !(row.result === 'infected' && row.threat === threat);
    await repository.updateScan(trx, claim.storageKey, {
      ...released,
      ...{ attempts: 0, retryAt: null, scannedAt: now, scannedWith },
      ...(keepsFinding(row, result) ? {} : { result }),
      ...(result === 'clean' ? nothingFound : {}),
      ...(isNew ? { ...nothingFound, threat: threat ?? '', threatPath: path ?? null, foundAt: now } : {}),
    });
    if (!isNew) return false;
    const [finding] = await repository.listFindings(trx, { limit: 1, storageKey: claim.storageKey });
    const subject = finding && `${finding.title}: ${repository.nameOf(finding)}`;
    await audit.write(trx, { action: 'threat_found', subject, detail: threat });
    return true;
  });
}

/** Only a scan that looks at everything shows that a threat is gone. */
function keepsFinding(row: ScanRow, result: ScanResult): boolean {
  return row.result === 'infected' && (result === 'too_large' || result === 'failed');
}

// Scans one platform file, extra or cheat file, in the storage or in a library folder. The files of a set or folder are scanned one by
// one: as a ZIP, they would exceed the limits of clamd sooner.

type ScannedFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** `path`: the single file of a set or folder in which a threat was found. */
type FileVerdict = Verdict & { path?: string };

interface ScanFileDeps {
  clamd: Clamd;
  files: FilesService;
}

const singleFilesAtOnce = 200;
/** After this many bytes, reading pauses for the sake of the disk. */
const restEveryBytes = 8 * 1024 * 1024;
const longestRestMs = 1000;

/** @throws ClamdAwayError, ScanBrokenError, what `files.open` throws, or the reason of the signal */
async function scanFile(deps: ScanFileDeps, file: ScannedFile, signal: AbortSignal): Promise<FileVerdict> {
  if (file.itemKind === 'set' || file.itemKind === 'folder') return scanSingleFiles(deps, file, signal);
  return scanOpened(deps, await deps.files.open(file), signal);
}

async function scanSingleFiles(
  deps: ScanFileDeps,
  file: ScannedFile,
  signal: AbortSignal,
): Promise<FileVerdict> {
  const { files } = deps;
  let result: 'clean' | 'too_large' = 'clean';
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<FilesService['listSingleFiles']>> = await files.listSingleFiles(file, {
      from,
      limit: singleFilesAtOnce,
      search: '',
    });
    for (const singleFile of page.files) {
      const verdict = await scanOpened(deps, await files.open({ ...file, singleFile }), signal);
      if (verdict.result === 'infected') return { ...verdict, path: singleFile.path };
      if (verdict.result === 'too_large') result = 'too_large';
    }
    from = page.next;
  }
  return { result };
}

async function scanOpened({ clamd }: ScanFileDeps, file: StoredFile, signal: AbortSignal): Promise<Verdict> {
  try {
    return await clamd.scan({ size: file.size, stream: readGently(file, signal) }, signal);
  } finally {
    await file.close();
  }
}

/** Pauses for as long as it has read, so that downloads get at least half of a slow disk's time. */
async function* readGently(file: StoredFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (file.size === 0) return;
  let bytes = 0;
  let since = performance.now();
  for await (const piece of file.stream({ start: 0, end: file.size - 1 }, signal)) {
    yield piece;
    bytes += piece.length;
    if (bytes < restEveryBytes) continue;
    await sleep(Math.min(performance.now() - since, longestRestMs), undefined, { signal });
    bytes = 0;
    since = performance.now();
  }
}
