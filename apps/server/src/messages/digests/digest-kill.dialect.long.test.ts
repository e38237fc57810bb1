// A digest to 500 members, sent by two server processes that are killed repeatedly. If a process dies after the mail server's
// reply 250 but before its own record, the email is sent again with the same Message-ID; all others are sent exactly once. Time
// runs ten times as fast for the processes, because most of the test would otherwise be waiting for leases and jobs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { newId } from '#platform/tokens.ts';
import { readConfig } from '#start/config.ts';
import { buildApp } from '#test/build-app.ts';
import { addNewGames, gameIdsIn } from '#test/digests.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

const memberCount = 500;
const gameCount = 5;
/** The numbers of received emails at which processes are killed, both while the digest is written and while it is sent. */
const kills = [10, 180, 340, 470];
const day = 24 * 3600_000;
const hurry = { since: Date.now(), times: 10 };
/** The number of emails that a process sends in parallel. */
const atOnce = 3;

let dataDir: string;
let place: TestDatabase;
let mail: MailServer;
let database: Database;
const nodes = new Set<ServerProcess>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-digest-'));
  place = await createTestDatabase();
  mail = await startMailServer();
  mail.behaviour = { delayMs: 5 };
  await fillLibrary();
  database = openDatabase(readConfig({ DATA_DIR: dataDir, ...place.env }).database);
});
afterEach(async () => {
  await Promise.all([...nodes].map((node) => node.kill()));
  await database.close();
  await mail.close();
  await place.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Adds members, and games announced some days ago for which no digest has been sent. */
async function fillLibrary(): Promise<void> {
  const app = await buildApp({ dataDir, database: place });
  const { db } = app.services.database;
  const at = new Date(Date.now() - 3 * day).toISOString();
  const members = Array.from({ length: memberCount }, (_, number) => ({
    ...{ id: newId(), name: `Reader ${number}`, email: `reader-${number}@cellar.example`, passwordHash: '-' },
    ...{ role: 'member' as const, createdAt: at, verifiedAt: at, approvedAt: at, suspendedAt: null },
  }));
  await db.insertInto('users').values(members).execute();
  const ids = await addNewGames(app, ...Array.from({ length: gameCount }, (_, number) => `Game ${number}`));
  for (const [place, id] of ids.entries()) {
    const announced = { announcedAt: at, announcedNumber: place + 1 };
    await db.updateTable('games').set(announced).where('id', '=', id).execute();
  }
  await db.updateTable('digestState').set({ lastNumber: gameCount, lastAnnouncedAt: at }).execute();
  await app.services.settings.change({ email: 'admin@cellar.example' }, { emailFrequency: 'daily' });
  await app.close();
}

async function startNode(): Promise<void> {
  nodes.add(await startServer({ dataDir, env: { ...place.env, ...mail.env, TZ: 'UTC' }, hurry }));
}

async function arrived(count: number): Promise<void> {
  await expect.poll(() => mail.mails.length, { interval: 5 }).toBeGreaterThanOrEqual(count);
}

/** Kills at a random moment. Other processes take over when the leases end. */
async function killNode(): Promise<void> {
  const [node] = nodes;
  await sleep(Math.random() * 20);
  await node?.kill();
  if (node) nodes.delete(node);
}

it('a digest reaches each member once, whichever process is killed', async () => {
  await startNode();
  await startNode();
  let killed = 0;
  for (const [at, count] of kills.entries()) {
    await arrived(count);
    // Alternates between killing both and killing one.
    for (let left = at % 2 === 0 ? 2 : 1; left > 0; left -= 1) {
      await killNode();
      killed += 1;
    }
    while (nodes.size < 2) await startNode();
  }
  const waiting = () =>
    database.db.selectFrom('mails').select('id').where('kind', '=', 'digest').where('status', '!=', 'sent');
  await arrived(memberCount);
  await expect.poll(() => waiting().execute()).toEqual([]);

  const digests = database.db.selectFrom('mails').where('kind', '=', 'digest');
  const rows = await digests.select(['userId', 'toAddress', 'attempts']).execute();
  expect(rows).toHaveLength(memberCount);
  expect(new Set(rows.map(({ userId }) => userId)).size).toBe(memberCount);
  const received = Map.groupBy(mail.mails, ({ recipients }) => recipients.join());
  expect(received.size).toBe(memberCount);
  const twice = [...received].filter(([, mails]) => mails.length > 1);
  console.log('digest kill loop', { killed, sentTwice: twice.map(([to]) => to) });
  // Each delivery follows a claim. Only emails that a process was sending when it died are claimed again.
  const claims = rows.reduce((sum, { attempts }) => sum + attempts, 0);
  expect(claims - memberCount).toBeLessThanOrEqual(killed * atOnce);
  for (const { toAddress, attempts } of rows) {
    expect(received.get(toAddress)?.length, toAddress).toBeLessThanOrEqual(attempts);
  }
  for (const [to, mails] of twice) {
    expect(new Set(mails.map(({ messageId }) => messageId)).size, to).toBe(1);
  }
  for (const { text } of mail.mails) expect(gameIdsIn(text)).toHaveLength(gameCount);
});
