// Records the result of a virus scan.
import type { ScanResult } from '@cellar/contract/transfer/virus-scans.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { released } from '#platform/lease.ts';
import type { Claim, ScanRow } from './virus-scans.repository.ts';
import * as repository from './virus-scans.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
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
export async function saveResult(
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
