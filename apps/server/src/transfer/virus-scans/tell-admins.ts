// Tells admins of new findings, at most once an hour: a scan of an old library may find many.
import type { Db } from '#db/schema.ts';
import type { AdminNews } from '#messages/admin-news.service.ts';
import { type Clock, isoAt, isRecent } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';
import { type FindingRow, findLastTold, listFindings, markTold, nameOf } from './virus-scans.repository.ts';

export interface TellDeps {
  db: Db;
  clock: Clock;
  adminNews: AdminNews;
}

const namedAtMost = 10;

/** Does nothing if admins know all quarantined files, or were told of others within the last hour. The next run tells them then. */
export async function tellAdmins(deps: TellDeps): Promise<void> {
  const { db, clock, adminNews } = deps;
  const findings = await listFindings(db, { limit: namedAtMost, isUntold: true });
  if (findings.length === 0 || isRecent(clock, await findLastTold(db), hourMs)) return;
  const news = await adminNews.prepare({ event: 'threat_found', values: { list: describe(findings) } });
  await db.transaction().execute(async (trx) => {
    // If two nodes run at once, only one of them marks the rows.
    if ((await markTold(trx, isoAt(clock))) === 0) return;
    await news.enqueue(trx);
  });
  news.deliverSoon();
}

/** The text for the emails. */
function describe(findings: FindingRow[]): string {
  const list = findings.map((row) => `${row.title} (${nameOf(row)}): ${row.threat}`);
  return list.join('; ') + (list.length === namedAtMost ? '; …' : '');
}
