// Several nodes and the digests of new files: each file is read by one node, and a node that was paused for longer than its lease
// does no harm when it wakes up.
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';
import { processMs, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { openFilesUnder, sha256, storedPath } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

/** Reading a file of this size, which takes no room on the disk, lasts far longer than a test. */
const endless = 64 * 1024 ** 3;

let dataDir: string;
let database: TestDatabase;
let app: TestApp;
let game: Awaited<ReturnType<typeof createGame>>;
let path: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-digests-'));
  database = await createTestDatabase();
  app = await buildApp({ dataDir, database });
  game = await createGame(app.services, await app.as('admin'));
  path = await storedPath(app, game.id, game.platform);
  await app.services.database.db.updateTable('gameFiles').set({ sha256: null }).execute();
  await truncate(path, endless);
});
afterEach(async () => {
  await app.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function digest(): Promise<string | null> {
  const row = await app.services.database.db
    .selectFrom('gameFiles')
    .select('sha256')
    .executeTakeFirstOrThrow();
  return row.sha256;
}

function findClaim() {
  return app.services.database.db.selectFrom('digestClaims').selectAll().executeTakeFirst();
}

it('reads a file on one node only, and on another one as soon as that one stops', async () => {
  const other = await buildApp({ dataDir, database });
  const reading = other.services.files.digestFiles();
  await eventually(async () => expect(await openFilesUnder(dataDir)).toHaveLength(1));
  await app.services.files.digestFiles();
  expect([await digest(), await openFilesUnder(dataDir)]).toEqual([null, [path]]);
  await other.close();
  await reading;
  expect(await findClaim()).toBeUndefined();
  await truncate(path, game.archive.length);
  await app.services.files.digestFiles();
  expect(await digest()).toBe(sha256(game.archive));
});

// A process that was paused may hold the lock of SQLite's file.
it.runIf(process.env.TEST_DATABASE_URL)(
  'ignores the result of a node that was paused for longer than its lease',
  { timeout: processMs },
  async () => {
    // The job runs once a minute.
    const hurry = { since: Date.now(), times: 20 };
    const node = await startServer({ dataDir, env: database.env, hurry });
    try {
      const claim = await eventually(async () => {
        expect(await openFilesUnder(dataDir, node.pid)).toEqual([path]);
        return findClaim();
      });
      process.kill(node.pid, 'SIGSTOP');
      // The other node takes over once the lease has run out.
      await truncate(path, game.archive.length);
      app.clock.advance(Date.parse((await findClaim())?.leaseUntil ?? '') - Date.now());
      await app.services.files.digestFiles();
      expect(await digest()).toBe(sha256(game.archive));
      expect(claim?.holder).toEqual(expect.any(String));

      process.kill(node.pid, 'SIGCONT');
      // Its reading ends at the new end of the file, with a digest of zeros.
      await eventually(async () => expect(await openFilesUnder(dataDir, node.pid)).toEqual([]));
      expect(await node.stop()).toBe(0);
      expect(await digest()).toBe(sha256(game.archive));
    } finally {
      await node.kill();
    }
  },
);
