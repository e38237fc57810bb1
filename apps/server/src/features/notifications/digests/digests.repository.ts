// Who is to be told of which games. Writes up to where a member was told, and nothing else of an account.
import type { Language } from '@cellar/contract/accounts.ts';
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db, Schema, Trx } from '#db/schema.ts';

/** The end of a period: it is claimed by a member's digest of it. */
export interface Period {
  endsAt: string;
  /** What was claimed beyond it was claimed while the clock was wrong, and does not count. */
  latest: string;
}

/** Members who are told of the same games in the same language. */
export interface Readers {
  frequency: EmailFrequency;
  language: Language;
  /** They have been told up to this number. */
  after: number;
  /** Absent for mails that go out immediately. */
  period?: Period | undefined;
}

export interface Reader {
  id: string;
  name: string;
  email: string;
}

type Users = ExpressionBuilder<Schema, 'users'>;

/** Members who want to hear of new games, as often as that, and have had no digest of this period or a later one. */
function areTold(
  eb: Users,
  { frequency, period }: Pick<Readers, 'frequency' | 'period'>,
): Expression<SqlBool> {
  return eb.and([
    eb('approvedAt', 'is not', null),
    eb('verifiedAt', 'is not', null),
    eb('suspendedAt', 'is', null),
    eb('emailNotifications', '=', 1),
    eb('digestFrequency', '=', frequency),
    ...(period ? [isUnclaimed(eb, period)] : []),
  ]);
}

function isUnclaimed(eb: Users, { endsAt, latest }: Period): Expression<SqlBool> {
  return eb.or([eb('digestedAt', 'is', null), eb('digestedAt', '<', endsAt), eb('digestedAt', '>', latest)]);
}

/** `before`: only who has not been told up to this number. */
export async function listReaders(
  db: Db,
  wanted: { frequency: EmailFrequency; before: number; period?: Period | undefined },
): Promise<Readers[]> {
  const rows = await db
    .selectFrom('users')
    .select(['language', 'announcedThrough as after'])
    .distinct()
    .where((eb) => areTold(eb, wanted))
    .where('announcedThrough', '<', wanted.before)
    .execute();
  return rows.map((row) => ({ ...row, frequency: wanted.frequency, period: wanted.period }));
}

/** In the order of their ids, beginning after this one. */
export function listMembers(
  db: Db,
  readers: Readers,
  page: { afterId: string; limit: number },
): Promise<Reader[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where((eb) => areTold(eb, readers))
    .where('announcedThrough', '=', readers.after)
    .where('language', '=', readers.language)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/** The condition and the write are one statement: of two nodes one gets true, and who has just said no is not told. */
export async function claimDigest(
  trx: Trx,
  { id, email }: Reader,
  { through, ...readers }: Readers & { through: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ announcedThrough: through, ...(readers.period && { digestedAt: readers.period.endsAt }) })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('announcedThrough', '=', readers.after)
    .where((eb) => areTold(eb as Users, readers))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface HeldFrequency {
  emailFrequency: EmailFrequency | null;
  digestFrequency: EmailFrequency | null;
}

/** The pairs there are, of what a member chose and what held when it was last looked at. */
export function listFrequencies(db: Db): Promise<HeldFrequency[]> {
  return db.selectFrom('users').select(['emailFrequency', 'digestFrequency']).distinct().execute();
}

/**
 * Whoever had another frequency until `since` begins a period of the new one there: no digest ends before it. Changes up to `limit`
 * members and returns how many.
 */
export async function changeFrequency(
  db: Db,
  { emailFrequency, digestFrequency }: HeldFrequency,
  { wanted, since, limit }: { wanted: EmailFrequency; since: string; limit: number },
): Promise<number> {
  const begun = (eb: Users) =>
    eb
      .case()
      .when(eb.or([eb('digestedAt', 'is', null), eb('digestedAt', '<', since)]))
      .then(since)
      .else(eb.ref('digestedAt'))
      .end();
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ digestFrequency: wanted })
    .$if(digestFrequency !== null, (query) => query.set({ digestedAt: (eb) => begun(eb as Users) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where('emailFrequency', 'is not distinct from', emailFrequency)
        .where('digestFrequency', 'is not distinct from', digestFrequency)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
