// What virus scans have found, and the decisions of admins about it. The job is `scan`.

import type { VirusFinding, VirusScans } from '@cellar/contract/transfer/virus-scans.endpoints.ts';
import type { Db } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clamd, ClamdAwayError, ScanBrokenError } from '#platform/clamd.ts';
import { hourMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import { type ScanDeps, scanWaiting } from './scan-waiting.ts';
import type { FindingRow } from './virus-scans.repository.ts';
import * as repository from './virus-scans.repository.ts';

interface Deps extends Omit<ScanDeps, 'clamd'> {
  /** Undefined: virus scanning is off. */
  clamd: Clamd | undefined;
  /** Starts the job. */
  scanSoon(): void;
}

const pageSize = 25;
const limitsMs = hourMs;
const never = new AbortController().signal;

export type VirusScansService = ReturnType<typeof createVirusScans>;

export function createVirusScans(deps: Deps) {
  const { clamd, db, clock, settings, audit, scanSoon } = deps;
  const scanning = createSingleFlight<void>();
  const ask = clamd && clamdState(clamd);

  return {
    get: () => getState(deps, ask),

    list: (page: number) => listFindings(deps, page),

    /** @throws AppError not_found if virus scanning is off */
    async scanAllAgain({ email }: { email: string }): Promise<void> {
      if (!clamd) throw new AppError('not_found', 'Virus scanning is off. Set CLAMD_URL to switch it on.');
      await db.transaction().execute(async (trx) => {
        await settings.set(trx, { virusScansFrom: isoAt(clock) });
        await audit.write(trx, { action: 'files_scanned_again', actor: email });
      });
      scanSoon();
    },

    /** `threat`: what the admin knows. @throws AppError not_found, edit_conflict if it is something else now */
    allow: (admin: { email: string }, id: string, threat: string) =>
      decide(deps, { admin, id, threat, isAllowed: true }),
    /** @throws AppError not_found */
    quarantine: (admin: { email: string }, id: string) => decide(deps, { admin, id, isAllowed: false }),

    /** A job: scans all files that wait. Does nothing if virus scanning is off. */
    async scan(signal: AbortSignal = never): Promise<void> {
      if (clamd) await scanning.run(() => scanWaiting({ ...deps, clamd }, signal));
    },
  };
}

async function getState(
  { db, longReads, settings }: Deps,
  ask: ReturnType<typeof clamdState> | undefined,
): Promise<VirusScans> {
  const { virusScansFrom: from } = await settings.get();
  const [clamd, counts, waiting, quarantined] = await Promise.all([
    ask?.() ?? null,
    repository.countResults(longReads),
    ask ? repository.countWaiting(longReads, from) : 0,
    repository.countFindings(db, { onlyQuarantined: true }),
  ]);
  return { isOn: ask !== undefined, clamd, counts, waiting, quarantined };
}

/** Returns a function that resolves with what clamd says about itself, or null if it can't be reached. */
function clamdState(clamd: Clamd): () => Promise<VirusScans['clamd']> {
  const asking = createSingleFlight<VirusScans['clamd']>();
  // Checked rarely, because clamd logs the check as a finding.
  let limits = { reported: null as boolean | null, version: '', at: Number.NEGATIVE_INFINITY };

  async function ask(): Promise<VirusScans['clamd']> {
    const { text: version, signaturesAt } = await clamd.version();
    if (version !== limits.version || performance.now() - limits.at > limitsMs) {
      const reported = await clamd.reportsLimits().catch((error) => {
        if (error instanceof ScanBrokenError) return null;
        throw error;
      });
      limits = { reported, version, at: performance.now() };
    }
    const reportsLimits = limits.reported;
    return { version, signaturesAt: signaturesAt?.toISOString() ?? null, reportsLimits };
  }

  return () =>
    asking.run(() =>
      ask().catch((error) => {
        if (error instanceof ClamdAwayError) return null;
        throw error;
      }),
    );
}

async function listFindings({ db }: Deps, page: number) {
  const total = await repository.countFindings(db);
  const rows = await repository.listFindings(db, { limit: pageSize, offset: (page - 1) * pageSize });
  return { findings: rows.map(present), currentPage: page, totalPages: pageCount(total, pageSize) };
}

function present(row: FindingRow): VirusFinding {
  const { storageKey, kind, gameId, title, threat, threatPath, foundAt, allowedAt, allowedBy } = row;
  return {
    _id: storageKey,
    kind,
    game: { _id: gameId, title },
    name: repository.nameOf(row),
    path: threatPath,
    threat: threat ?? '',
    foundAt: foundAt ?? '',
    allowed: allowedAt === null ? null : { by: allowedBy ?? '', at: allowedAt },
  };
}

interface Decision {
  admin: { email: string };
  id: string;
  threat?: string;
  isAllowed: boolean;
}

/** Does nothing if the decision is the same as before. */
async function decide(
  { db, clock, audit }: Deps,
  { admin: { email }, id, threat, isAllowed }: Decision,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await repository.lockFinding(trx, id);
    if (!row) throw notFound('Finding');
    if (threat !== undefined && threat !== row.threat) {
      throw new AppError('edit_conflict', 'Something else was found in this file since. Please look again.');
    }
    if (isAllowed === (row.allowedAt !== null)) return;
    const allowed = { allowedAt: isoAt(clock), allowedBy: email };
    await repository.updateScan(trx, id, isAllowed ? allowed : { allowedAt: null, allowedBy: null });
    const [finding] = await repository.listFindings(trx, { limit: 1, storageKey: id });
    await audit.write(trx, {
      action: isAllowed ? 'threat_allowed' : 'threat_quarantined',
      actor: email,
      subject: finding && `${finding.title}: ${repository.nameOf(finding)}`,
      detail: row.threat ?? undefined,
    });
  });
}

// Refuses downloads of files in which a virus scan has found a threat. A finding counts until an admin allows the file, the file is
// deleted or changed, or a later scan finds nothing; even if virus scanning was switched off in the meantime.

export type Quarantine = ReturnType<typeof createQuarantine>;

export function createQuarantine({ db }: { db: Db }) {
  return {
    /** @throws AppError file_quarantined */
    async refuse(storageKey: string): Promise<void> {
      const finding = await db
        .selectFrom('virusScans')
        .select('threat')
        .where('storageKey', '=', storageKey)
        .where('result', '=', 'infected')
        .where('allowedAt', 'is', null)
        .executeTakeFirst();
      if (!finding) return;
      throw new AppError(
        'file_quarantined',
        'This file is quarantined: a virus scan has found a threat in it. An admin decides what happens to it.',
      );
    },
  };
}
