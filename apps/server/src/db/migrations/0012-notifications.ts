// Digests of new games: which games were announced and in what order, and up to where each member has been told of them.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function createNotifications(
  db: Kysely<unknown>,
  { text }: Columns,
  dialect: Dialect,
): Promise<void> {
  const { schema } = db;
  const games = schema.alterTable('games');
  await games.addColumn('announcedNumber', 'integer').execute();
  await games.addColumn('announcedAt', text).execute();
  // What is there already is no news.
  await sql`update games set "announcedAt" = "createdAt"`.execute(db);
  await schema.createIndex('gamesByNumber').on('games').column('announcedNumber').unique().execute();
  await schema
    .createIndex('gamesUnannounced')
    .on('games')
    .columns(['createdAt', 'id'])
    .where('announcedAt' as never, 'is', null)
    .execute();

  const users = schema.alterTable('users');
  await users.addColumn('emailFrequency', text).execute();
  await users.addColumn('announcedThrough', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  await users.addColumn('digestFrequency', text).execute();
  await users.addColumn('digestedAt', text).execute();
  await schema
    .alterTable('mails')
    .addColumn('attachments', text, (c) => c.notNull().defaultTo('[]'))
    .execute();

  await schema
    .createTable('digestState')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('lastNumber', 'integer', (c) => c.notNull())
    .addColumn('lastAnnouncedAt', text)
    .addColumn('lastRunAt', text)
    .execute();
  await sql`insert into "digestState" ("id", "lastNumber") values (1, 0)`.execute(db);
  for (const statement of dialect === 'sqlite' ? sqliteTriggers : postgresTriggers)
    await statement.execute(db);
}

/** Who is told of new games. */
function isTold(row: 'old' | 'new'): RawBuilder<unknown> {
  const of = (column: string) => sql`${sql.raw(row)}.${sql.ref(column)}`;
  return sql`(${of('approvedAt')} is not null and ${of('verifiedAt')} is not null
    and ${of('suspendedAt')} is null and ${of('emailNotifications')} = 1)`;
}

const last = sql`(select "lastNumber" from "digestState")`;
const deciding = sql.raw('"approvedAt", "verifiedAt", "suspendedAt", "emailNotifications"');

/** Who begins to be told begins with the present, whatever it comes from: games that were added before are no news. */
const sqliteTriggers = [
  sql`create trigger "usersToldInsert" after insert on users begin
    update users set "announcedThrough" = ${last} where id = new.id;
  end`,
  sql`create trigger "usersToldUpdate" after update of ${deciding} on users
    when ${isTold('new')} and not ${isTold('old')} begin
    update users set "announcedThrough" = ${last} where id = new.id;
  end`,
];

const postgresTriggers = [
  sql`create function "usersTold"() returns trigger language plpgsql as $$
    begin
      new."announcedThrough" := ${last};
      return new;
    end $$`,
  sql`create trigger "usersToldInsert" before insert on users for each row execute function "usersTold"()`,
  sql`create trigger "usersToldUpdate" before update of ${deciding} on users for each row
    when (${isTold('new')} and not ${isTold('old')}) execute function "usersTold"()`,
];
