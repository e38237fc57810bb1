// Tells admins of new findings, at most once an hour: a scan of an old library may find many.
import type { Db } from '#db/schema.ts';
import type { MailsService, PreparedMail } from '#features/mails/mails.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';
import { type FindingRow, findLastTold, listFindings, markTold, nameOf } from './virus-scans.repository.ts';

export interface TellDeps {
  db: Db;
  clock: Clock;
  mails: MailsService;
  publicUrl: string;
}

const namedAtMost = 10;

/** Does nothing if admins know all quarantined files, or were told of others within the last hour. The next run tells them then. */
export async function tellAdmins(deps: TellDeps): Promise<void> {
  const { db, clock, mails } = deps;
  const findings = await listFindings(db, { limit: namedAtMost, isUntold: true });
  if (findings.length === 0 || isRecent(await findLastTold(db), clock)) return;
  const prepared = await prepareMails(deps, findings);
  await db.transaction().execute(async (trx) => {
    // If two nodes run at once, only one of them marks the rows.
    if ((await markTold(trx, isoAt(clock))) === 0) return;
    for (const mail of prepared) await mails.enqueue(trx, mail);
  });
  mails.deliverSoon();
}

/** A time in the future was written while the clock was wrong. */
function isRecent(time: string | null, clock: Clock): boolean {
  return time !== null && time > isoAt(clock, -hourMs) && time <= isoAt(clock);
}

async function prepareMails(
  { db, mails, publicUrl }: TellDeps,
  findings: FindingRow[],
): Promise<PreparedMail[]> {
  const list = findings.map((row) => `${row.title} (${nameOf(row)}): ${row.threat}`);
  const values = { list: list.join('; ') + (list.length === namedAtMost ? '; …' : '') };
  const url = `${publicUrl}/admin?tab=tools`;
  const admins = await listAdmins(db);
  return Promise.all(
    admins.map(({ id, email, name, language }) =>
      mails.prepare({ kind: 'threatFound', to: email, userId: id, name, language, url, values }),
    ),
  );
}

function listAdmins(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language'])
    .where('role', '=', 'admin')
    .where('approvedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .execute();
}
