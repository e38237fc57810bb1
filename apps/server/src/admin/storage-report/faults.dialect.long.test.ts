// The storage, the database or the free disk space becomes unavailable during use and then returns. The server reports this and
// continues without a restart, and no byte is lost.
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markName } from '#platform/storage/disk/library-mark.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Answer, Client } from '#test/client.ts';
import { addCheat } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { openLine } from '#test/faulty-line.ts';
import { samplePicture, sendPicture } from '#test/sample-pictures.ts';
import { complete, formOf, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { processMs } from '#test/server-process.ts';
import { startOnSmallDisk, unshare } from '#test/small-disk.ts';
import { downloadSteadily, uploadSteadily } from '#test/steady-clients.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { sha256, storedSha256 } from '#test/traces.ts';

const MiB = 1024 * 1024;
const awayMs = 1500;
const times = 3;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Uploads and downloads during a fault that begins and ends a few times. */
async function useWhile(
  app: TestApp,
  fault: { begin(): Promise<void>; end(): Promise<void> },
): Promise<void> {
  const admin = await app.as('admin');
  const game = await createGame(app.services, admin, { archive: sampleArchive(4 * MiB) });
  const uploads = [1, 2].map(() => sampleUpload({ archive: sampleArchive(4 * MiB), chunkSize: MiB / 16 }));
  const refusals = { count: 0 };
  const path = `/api/games/${game.id}/download/Windows`;
  const used = Promise.all([
    ...uploads.map((upload) => uploadSteadily(admin, upload, refusals)),
    downloadSteadily(admin, path, { size: game.archive.length, pieces: 100, refusals }),
  ]);
  let isOver = false;
  used.finally(() => (isOver = true)).catch(() => undefined);
  for (let time = 0; time < times && !isOver; time += 1) {
    await sleep(awayMs / 3);
    await fault.begin();
    await sleep(awayMs);
    await fault.end();
  }
  const [first = '', second = '', downloaded] = await used;
  expect(refusals.count).toBeGreaterThan(0);
  expect(downloaded).toBe(sha256(game.archive));
  for (const [at, id] of [first, second].entries()) {
    expect(await storedSha256(app, id)).toBe(sha256(uploads[at]?.archive ?? Buffer.alloc(0)));
  }
}

describe('the server recovers without a restart after losing', { timeout: processMs }, () => {
  it('the storage', async () => {
    const app = await buildApp({ database });
    const parts = ['files', 'temp', markName];
    const share = join(app.dataDir, 'share');
    await mkdir(share);
    await useWhile(app, {
      async begin() {
        for (const part of parts.toReversed()) await rename(join(app.dataDir, part), join(share, part));
      },
      async end() {
        for (const part of parts) {
          await rm(join(app.dataDir, part), { recursive: true, force: true });
          await rename(join(share, part), join(app.dataDir, part));
        }
      },
    });
    await app.close();
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)('the database', async () => {
    const url = new URL(database.env.DATABASE_URL ?? '');
    const line = await openLine({ host: url.hostname, port: Number(url.port) });
    url.port = String(line.port);
    const app = await buildApp({ database: { ...database, env: { DATABASE_URL: url.href } } });
    await useWhile(app, { begin: line.cut, end: line.restore });
    await app.close();
    await line.cut();
  });
});

interface Write {
  ask(admin: Client, gameId: string): Promise<Answer>;
  /** The expected status once there is room. */
  status: number;
  /** Whether the request writes only to the database. */
  isRow?: boolean;
}

const archive = sampleArchive(2 * MiB);
const [chunked, completed] = [sampleUpload({ archive, chunkSize: MiB }), sampleUpload()];
const writes: Record<string, Write> = {
  'a chunk': { ask: (admin) => sendChunk(admin, chunked, 0), status: 200 },
  'a whole file': {
    ask: (admin, id) =>
      admin.call(api.addFile, {
        params: { id },
        form: formOf([
          ['gameFile', archive],
          ['platform', 'Linux'],
        ]),
      }),
    status: 201,
  },
  'a completion': { ask: (admin) => complete(admin, completed), status: 201, isRow: true },
  'a cheat file': { ask: (admin, id) => addCheat(admin, id, { file: archive }), status: 201 },
  'a picture': {
    ask: async (admin) => sendPicture(admin, await samplePicture().png().toBuffer()),
    status: 201,
  },
  'a ticket': {
    ask: (admin, id) =>
      admin.call(api.createTicket, { params: { id, platform: 'Windows' }, json: { downloadId: 'd1' } }),
    status: 201,
    isRow: true,
  },
};

describe.skipIf(!unshare)('a disk that fills up', { timeout: processMs }, () => {
  it('refuses each kind of write, and accepts it once there is room, without a restart', async () => {
    const disk = await startOnSmallDisk(64 * MiB, 'all');
    const admin = await disk.server.logIn();
    const there = sampleUpload();
    for (const upload of [there, completed]) await sendAll(admin, upload);
    const { body: game } = await complete(admin, there);
    for (const [name, { ask, status, isRow }] of Object.entries(writes)) {
      // Another test covers the room that is reserved for an admin.
      await rm(join(disk.path, 'cellar.db-ballast'), { force: true });
      await disk.fill(0);
      const refused = await ask(admin, game._id);
      // A row may fit into space that the database has already allocated.
      const mayBe = isRow ? [507, status] : [507];
      expect(mayBe, `${name}: ${JSON.stringify(refused.body)}`).toContain(refused.status);
      await disk.makeRoom();
      const taken = await ask(admin, game._id);
      expect([name, taken.status], JSON.stringify(taken.body)).toEqual([name, status]);
    }
    const file = await admin.fetch(`/api/games/${game._id}/download/Linux`);
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(archive));
    await disk.close();
  });
});
