// A PostgreSQL that is slow, does not answer, ends its connections, or accepts none. The site refuses with words meanwhile, and works
// again without a restart. `admin/storage-report/faults.dialect.long.test.ts` has the database that can't be reached.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Answer, Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { complete, type SampleUpload, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { administer, createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { sha256, storedSha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { type CutLine, openLine } from '../faulty-line.ts';
import { expectUnavailable, whileOthersWork } from './watch-others.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
const pauseMs = 20;

interface Fault {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** How long it lasts. */
  ms: number;
  /** All requests succeed. */
  isOnlySlow?: true;
}

let database: TestDatabase;
let line: CutLine;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  if (!server) return;
  database = await createTestDatabase();
  const url = new URL(database.env.DATABASE_URL ?? '');
  line = await openLine({ host: url.hostname, port: Number(url.port) });
  url.port = String(line.port);
  app = await buildApp({ database: { ...database, env: { DATABASE_URL: url.href } } });
  admin = await app.as('admin');
});
afterAll(async () => {
  if (!server) return;
  await app.close();
  await line.cut();
  await database.drop();
});

const databaseName = () => new URL(database.env.DATABASE_URL ?? '').pathname.slice(1);
const terminate = () =>
  administer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName()}'`,
  );
const allow = (isAllowed: boolean) =>
  administer(server, `alter database "${databaseName()}" with allow_connections ${isAllowed}`);

/** Passes on what has come every now and then. */
function beSlow(everyMs: number) {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: async () => {
      line.hold();
      timer = setInterval(() => {
        line.release();
        line.hold();
      }, everyMs);
    },
    end: async () => {
      clearInterval(timer);
      line.release();
    },
  };
}

const faults: Record<string, () => Fault> = {
  'is slow': () => ({ ...beSlow(100), ms: 3000, isOnlySlow: true }),
  'does not answer for a while': () => ({ ...beSlow(4000), ms: 4500, isOnlySlow: true }),
  'ends all connections again and again': () => {
    let timer: NodeJS.Timeout | undefined;
    return {
      begin: async () => {
        timer = setInterval(() => terminate().catch(() => undefined), 200);
      },
      end: async () => clearInterval(timer),
      ms: 2000,
    };
  },
  'accepts no connections': () => ({
    begin: () => allow(false).then(terminate),
    end: () => allow(true),
    ms: 2000,
  }),
};

/** Lists, edits and uploads until the fault is over. Returns all answers, and whether an edit was acknowledged. */
async function useDuring(fault: Fault, gameId: string, upload: SampleUpload, description: string) {
  const answers: Answer[] = [];
  let [isOver, isEdited] = [false, false];
  const use = async (number: number) => {
    while (!isOver) {
      const [listed, edited, sent] = await Promise.all([
        admin.call(api.listGames),
        admin.call(api.editGame, { params: { id: gameId }, json: { description } }),
        sendChunk(admin, upload, number),
      ]);
      isEdited ||= edited.status === 200;
      answers.push(listed, edited, sent);
      await sleep(pauseMs);
    }
  };
  await fault.begin();
  const used = Promise.all([1, 2, 3].map(use));
  await sleep(fault.ms);
  await fault.end();
  isOver = true;
  await used;
  return { answers, isEdited };
}

it.skipIf(!server).each(Object.entries(faults))('a database that %s', async (name, makeFault) => {
  const fault = makeFault();
  const there = await createGame(app.services, admin);
  const upload = sampleUpload({ archive: sampleArchive(100_000), chunkSize: 10_000 });
  expect((await sendChunk(admin, upload, 0)).status).toBe(200);
  const { answers, isEdited } = await whileOthersWork(
    () => app.visitor.call(api.health),
    () => useDuring(fault, there.id, upload, name),
  );
  const refused = answers.filter(({ status }) => status >= 500);
  console.info('faulty database', { name, answers: answers.length, refused: refused.length });
  for (const answer of refused) expectUnavailable(answer);
  if (fault.isOnlySlow) expect(refused).toEqual([]);
  await eventually(async () => expect((await admin.call(api.listGames)).status).toBe(200));
  await sendAll(admin, upload);
  const { status, body } = await complete(admin, upload);
  expect(status).toBe(201);
  expect(await storedSha256(app, body._id)).toBe(sha256(upload.archive));
  const game = await admin.call(api.getGame, { params: { id: there.id } });
  if (isEdited) expect(game.body.description).toBe(name);
});
