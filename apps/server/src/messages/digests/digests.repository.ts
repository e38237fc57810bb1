// Finds the members who are due for a digest. Of an account, writes only the progress of its digests.

import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { countChanged, hasChanged } from '#db/rows.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';

/** A day, a week or a month of digests. A member gets at most one digest per period. */
export interface Period {
  endsAt: string;
  /** A claim of a period that ends after this time was made while the clock was wrong, and is ignored. */
  latest: string;
}

/** Members who get the same digest: the same games, in the same language, equally often. */
export interface ReaderGroup {
  frequency: EmailFrequency;
  language: Language;
  /** The number of the last game in their previous digest. */
  after: number;
  /** Undefined for emails that are sent immediately. */
  period?: Period | undefined;
}

export interface Reader {
  id: string;
  name: string;
  email: string;
}

type Users = ExpressionBuilder<Schema, 'users'>;

/** Matches members who want digests at this frequency and have received none for this period or a later one. */
function isReader(
  eb: Users,
  { frequency, period }: Pick<ReaderGroup, 'frequency' | 'period'>,
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

/** Lists the groups of members whose last digest ended before the game with the number `before`. */
export async function listReaderGroups(
  db: Db,
  filter: { frequency: EmailFrequency; before: number; period?: Period | undefined },
): Promise<ReaderGroup[]> {
  const rows = await db
    .selectFrom('users')
    .select(['language', 'announcedThrough as after'])
    .distinct()
    .where((eb) => isReader(eb, filter))
    .where('announcedThrough', '<', filter.before)
    .execute();
  return rows.map((row) => ({ ...row, frequency: filter.frequency, period: filter.period }));
}

/** Lists a page of the group, ordered by id, starting after `afterId`. */
export function listReaders(
  db: Db,
  group: ReaderGroup,
  page: { afterId: string; limit: number },
): Promise<Reader[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where((eb) => isReader(eb, group))
    .where('announcedThrough', '=', group.after)
    .where('language', '=', group.language)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/**
 * Records that a member gets the games up to `through`. Returns false if another node did so first, or if the member no longer
 * wants the digest. The check and the write are one statement.
 */
export function claimDigest(
  trx: Trx,
  { id, email }: Reader,
  { through, ...group }: ReaderGroup & { through: number },
): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('users')
      .set({ announcedThrough: through, ...(group.period && { digestedAt: group.period.endsAt }) })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('announcedThrough', '=', group.after)
      .where((eb) => isReader(eb as Users, group)),
  );
}

interface FrequencyPair {
  /** The member's own choice. Null follows the site's setting. */
  emailFrequency: EmailFrequency | null;
  /** The frequency in effect at the last run. */
  digestFrequency: EmailFrequency | null;
}

/** Lists the distinct pairs that members have. */
export function listFrequencies(db: Db): Promise<FrequencyPair[]> {
  return db.selectFrom('users').select(['emailFrequency', 'digestFrequency']).distinct().execute();
}

/**
 * Puts `wanted` into effect for up to `limit` members with this pair, and returns how many it changed. Members who had a
 * different frequency before get no digest for a period that ended before `since`.
 */
export function changeFrequency(
  db: Db,
  { emailFrequency, digestFrequency }: FrequencyPair,
  { wanted, since, limit }: { wanted: EmailFrequency; since: string; limit: number },
): Promise<number> {
  const laterOfBoth = (eb: Users) =>
    eb
      .case()
      .when(eb.or([eb('digestedAt', 'is', null), eb('digestedAt', '<', since)]))
      .then(since)
      .else(eb.ref('digestedAt'))
      .end();
  return countChanged(
    db
      .updateTable('users')
      .set({ digestFrequency: wanted })
      .$if(digestFrequency !== null, (query) => query.set({ digestedAt: (eb) => laterOfBoth(eb as Users) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('users')
          .select('id')
          .where('emailFrequency', 'is not distinct from', emailFrequency)
          .where('digestFrequency', 'is not distinct from', digestFrequency)
          .limit(limit),
      ),
  );
}
