import type { AlertKind } from '@cellar/contract/messages/rules/alerts.ts';
import { type Selectable, sql } from 'kysely';
import { countChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { UsersTable } from '#people/tables.ts';
import type { AlertStatesTable, AlertsTable } from '../tables.ts';

export type AlertRow = Selectable<AlertsTable>;

/** Newest first, starting after the alert `before`. */
export function listAlerts(
  db: Db,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<AlertRow[]> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('userId', '=', userId)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('createdAt', 'id'),
          '<',
          selectFrom('alerts as last')
            .select(['last.createdAt', 'last.id'])
            .where('last.id', '=', before ?? '')
            .where('last.userId', '=', userId)
            .$asTuple('createdAt', 'id'),
        ),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type Switch = keyof Pick<UsersTable, 'bellRequests' | 'bellDownloads' | 'bellApprovals'>;

/** Returns those of the members who want such alerts, in the order of their ids. Without a switch, all want them. */
export async function listWanting(
  db: Db,
  userIds: readonly string[],
  name: Switch | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .$if(name !== undefined, (query) => query.where(name ?? 'bellRequests', '=', 1))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A later alert about the same subject replaces the earlier one and is unread. */
export async function insertAlerts(trx: Trx, rows: AlertRow[]): Promise<void> {
  await trx
    .insertInto('alerts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind', 'subject']).doUpdateSet((eb) => ({
        data: eb.ref('excluded.data'),
        createdAt: eb.ref('excluded.createdAt'),
        readAt: null,
      })),
    )
    .execute();
}

/** Returns the members who had such an alert. */
export async function deleteAlertsAbout(
  trx: Trx,
  { kind, subjects }: { kind: AlertKind; subjects: readonly { userId: string; subject: string }[] },
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('alerts')
    .where((eb) => eb.or(subjects.map((about) => eb.and({ ...about, kind }))))
    .returning('userId')
    .execute();
  return [...new Set(rows.map(({ userId }) => userId))].toSorted();
}

export async function markRead(
  trx: Trx,
  userId: string,
  { through, ids, now }: { through: string; ids: readonly string[] | undefined; now: string },
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ readAt: now })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('createdAt', '<=', through)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute();
}

export async function deleteAlerts(trx: Trx, userId: string, through: string): Promise<void> {
  await trx.deleteFrom('alerts').where('userId', '=', userId).where('createdAt', '<=', through).execute();
}

type State = Selectable<AlertStatesTable>;
type Change = Pick<State, 'changedAt'> & Partial<State>;

/** Keeps a later time that is there already: a page that was left open may not know it. */
const later = (column: keyof AlertStatesTable) =>
  sql<string>`case when ${sql.ref(`alertStates.${column}`)} > ${sql.ref(`excluded.${column}`)}
    then ${sql.ref(`alertStates.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;

const nothingRead = { gamesReadAt: null, approvalsReadAt: null, contributionsReadAt: null };

/** Records that the alerts of these members have changed. Pass the ids in order, to avoid deadlocks. */
export async function saveStates(trx: Trx, userIds: readonly string[], change: Change): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ ...nothingRead, ...change, userId }));
  await trx
    .insertInto('alertStates')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({
        changedAt: change.changedAt,
        ...(change.gamesReadAt && { gamesReadAt: later('gamesReadAt') }),
        ...(change.approvalsReadAt && { approvalsReadAt: later('approvalsReadAt') }),
        ...(change.contributionsReadAt && { contributionsReadAt: later('contributionsReadAt') }),
      }),
    )
    .execute();
}

/** Deletes at most `limit` alerts that are older. Returns the number deleted. */
export function deleteOlder(db: Db, before: string, limit: number): Promise<number> {
  const old = db.selectFrom('alerts').select('id').where('createdAt', '<', before).limit(limit);
  return countChanged(db.deleteFrom('alerts').where('id', 'in', old));
}

/** Lists the next members that may have alerts. */
export async function listStates(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('alertStates')
    .select('userId')
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Keeps only the newest alerts of each of these members. */
export async function deleteSurplus(db: Db, userIds: readonly string[], kept: number): Promise<void> {
  const places = db
    .selectFrom('alerts')
    .select('id')
    .select(
      sql<number>`row_number() over (partition by "userId" order by "createdAt" desc, id desc)`.as('place'),
    )
    .where('userId', 'in', userIds)
    .as('places');
  const surplus = db.selectFrom(places).select('places.id').where('place', '>', kept);
  await db.deleteFrom('alerts').where('id', 'in', surplus).execute();
}
