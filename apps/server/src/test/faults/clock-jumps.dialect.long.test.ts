// The system's clock is set forward and back while the server runs, and between two starts. Whatever was begun continues, and
// nothing waits for a time that the clock has shown too early.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobHealth } from '@cellar/contract/admin/monitoring.endpoints.ts';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#platform/clock.ts';
import { type Client, createClient } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import {
  beginUpload,
  chunkBytes,
  complete,
  listUnfinished,
  ourFields,
  type SampleUpload,
  type SlowUpload,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { sha256 } from '#test/traces.ts';
import { killLibrary } from './kill-library.ts';
import { canPreload, prepareShiftedClock, type ShiftedClock } from './preloaded-library.ts';

const yearMs = 365 * dayMs;
/** Where the clock is set, one after the other, and what is too old then. */
const jumps = [
  { offset: dayMs + hourMs, isLinkOver: true },
  { offset: yearMs, isLinkOver: true, isSessionOver: true },
  { offset: yearMs - hourMs },
  { offset: -dayMs },
];
type Jump = (typeof jumps)[number];
/** A job that runs every 10 seconds. croner looks at the clock every 30 seconds at the latest. */
const job = 'deliver-push-messages';
const chunkSize = 100_000;

let home: string;
let clock: ShiftedClock;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'cellar-clock-'));
  if (canPreload) clock = prepareShiftedClock(home);
});
afterEach(async () => {
  clock?.close();
  await rm(home, { recursive: true, force: true });
});

describe.skipIf(!canPreload)('a clock that jumps', { timeout: processMs }, () => {
  it('interrupts nothing while the server runs', async () => {
    const database = await createTestDatabase();
    const server = await startOn(database);
    try {
      let admin = await server.logIn();
      for (const jump of jumps) {
        const begun = await begin(server, admin);
        clock.set(jump.offset);
        admin = await continueSession(server, admin, jump);
        await finish(server, admin, begun, jump);
        await expectJobs(admin);
        await expectSaneMetrics(server);
      }
      expect(await server.stop()).toBe(0);
      expect(server.output()).not.toMatch(/error/i);
    } finally {
      await server.kill();
      await database.drop();
    }
  });

  // A process that dies leaves leases, and a machine may only learn the time after its start.
  it('holds nothing up after kills', async () => {
    // Sessions last 30 days.
    const shifts = [20, 0, -20].map((days) => days * dayMs);
    const report = await killLibrary({
      kills: shifts.length,
      env: clock.env,
      beforeStart: (left) => clock.set(shifts[left % shifts.length] ?? 0),
    });
    console.info('kills with clock jumps', report);
    expect(report.completions).toBeGreaterThan(0);
  });
});

async function startOn({ env }: TestDatabase): Promise<ServerProcess> {
  const dataDir = join(home, 'data');
  await mkdir(dataDir);
  return startServer({ dataDir, env: { ...env, ...clock.env, LOG_LEVEL: 'error' } });
}

interface Begun {
  upload: SampleUpload;
  /** The second half of chunk 1 is missing. */
  half: SlowUpload;
  /** The link of a download, and the digest of its file. */
  link: string;
  digest: string;
  /** An account that may not log in at the moment, because of too many attempts. */
  locked: string;
}

async function begin(server: ServerProcess, admin: Client): Promise<Begun> {
  const there = sampleUpload({ archive: sampleArchive(3 * chunkSize), chunkSize });
  await sendAll(admin, there);
  const { body: game } = await complete(admin, there);
  const { url: link } = await getTicket(admin, { id: game._id, platform: there.platform });
  const upload = sampleUpload({ archive: sampleArchive(3 * chunkSize), chunkSize });
  expect((await sendChunk(admin, upload, 0)).status).toBe(200);
  const half = beginUpload(`${server.url}${api.addGame.path}`, admin.account, ourFields(upload, 1));
  await half.write(chunkBytes(upload, 1).subarray(0, chunkSize / 2));
  const locked = `locked-${game._id}@cellar.example`.toLowerCase();
  await expectLock(server, locked);
  return { upload, half, link, digest: sha256(there.archive), locked };
}

async function expectLock(server: ServerProcess, email: string): Promise<void> {
  let status = 0;
  for (let left = 11; left > 0; left -= 1) status = await tryToLogIn(server, email);
  expect(status).toBe(429);
}

async function tryToLogIn(server: ServerProcess, email: string): Promise<number> {
  return (await createClient(server.url).call(api.login, { json: { email, password: 'wrong' } })).status;
}

async function continueSession(server: ServerProcess, admin: Client, jump: Jump): Promise<Client> {
  const { status } = await admin.call(api.getHealth);
  expect(status).toBe(jump.isSessionOver ? 401 : 200);
  return jump.isSessionOver ? server.logIn() : admin;
}

async function finish(server: ServerProcess, admin: Client, begun: Begun, jump: Jump): Promise<void> {
  const { upload, half, link, digest, locked } = begun;
  await half.write(chunkBytes(upload, 1).subarray(chunkSize / 2));
  half.finish();
  expect((await half.answer).status).toBe(jump.isSessionOver ? 401 : 200);
  if (jump.isSessionOver) expect((await sendChunk(admin, upload, 1)).status).toBe(200);
  const stored = (await listUnfinished(admin)).find(({ uploadId }) => uploadId === upload.uploadId);
  expect(stored?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([0, 1]);
  expect((await sendChunk(admin, upload, 2)).status).toBe(200);
  const { status, body } = await complete(admin, upload);
  expect(status).toBe(201);
  const file = await admin.fetch(`/api/games/${body._id}/download/${upload.platform}`);
  expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(upload.archive));
  const linked = await createClient(server.url).fetch(link);
  const bytes = Buffer.from(await linked.arrayBuffer());
  expect(linked.status).toBe(jump.isLinkOver ? 403 : 200);
  if (!jump.isLinkOver) expect(sha256(bytes)).toBe(digest);
  expect(await tryToLogIn(server, locked)).toBe(401);
}

async function expectJobs(admin: Client): Promise<void> {
  const since = clock.now();
  await expect
    .poll(async () => Date.parse((await jobOf(admin)).lastSuccessAt ?? ''))
    .toBeGreaterThanOrEqual(since);
}

async function jobOf(admin: Client): Promise<JobHealth> {
  const { jobs } = (await admin.call(api.getHealth)).body;
  return jobs.find(({ name }: JobHealth) => name === job);
}

/** Everything that the server measures is an amount or an age. */
async function expectSaneMetrics(server: ServerProcess): Promise<void> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => / -\d/.test(line))).toEqual([]);
}
