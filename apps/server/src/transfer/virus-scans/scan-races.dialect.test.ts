// Virus scans that fail, that are repeated, and that coincide with other work: a second node, a deletion, a stop of the server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { dayMs, hourMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { type FakeClamd, startFakeClamd } from '#test/fake-clamd.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { eventually } from '../../../../../test/waiting.ts';

let clamd: FakeClamd;
let dataDir: string;
let database: TestDatabase;
let app: TestApp;
let admin: Client;
beforeEach(async () => {
  clamd = await startFakeClamd();
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-scans-'));
  database = await createTestDatabase();
  app = await startNode();
  admin = await app.as('admin');
  onTestFinished(async () => {
    await clamd.close();
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
});

const startNode = () => buildApp({ dataDir, database, env: { CLAMD_URL: clamd.url } });
const scan = (node = app, signal?: AbortSignal) => node.services.virusScans.scan(signal);
const state = async () => (await admin.call(api.getVirusScans)).body;
const threat = 'stream: Test.Threat FOUND';

/** The next scans wait until the test calls the returned function. */
function holdScans(): (answer: string | null) => void {
  const held = Promise.withResolvers<string | null>();
  clamd.answer = () => held.promise;
  return held.resolve;
}

it('makes three attempts at a file that breaks clamd, then says that it could not be scanned', async () => {
  await createGame(app.services, admin);
  await createGame(app.services, admin);
  clamd.answer = async () => null;
  await scan();
  // Both were tried once, and neither holds up the other.
  expect([await state(), clamd.scans >= 2]).toMatchObject([{ waiting: 2, counts: { failed: 0 } }, true]);
  await scan();
  app.clock.advance(hourMs + 1000);
  await scan();
  expect((await state()).counts.failed).toBe(0);
  app.clock.advance(hourMs + 1000);
  await scan();
  expect(await state()).toMatchObject({ waiting: 0, counts: { clean: 0, failed: 2 } });
  clamd.answer = async () => 'stream: OK';
  app.clock.advance(dayMs);
  await scan();
  expect((await state()).counts.failed).toBe(2);
  await admin.call(api.scanAllAgain);
  app.clock.advance(1000);
  await scan();
  expect(await state()).toMatchObject({ waiting: 0, counts: { clean: 2, failed: 0 } });
});

it('keeps a finding until a scan has looked at everything', async () => {
  await createGame(app.services, admin);
  const scanAgain = async (answer: string | null) => {
    app.clock.advance(1000);
    await admin.call(api.scanAllAgain);
    clamd.answer = async () => answer;
    app.clock.advance(1000);
    await scan();
    return (await state()).quarantined;
  };
  clamd.answer = async () => threat;
  await scan();
  expect(await scanAgain('INSTREAM size limit exceeded. ERROR')).toBe(1);
  expect(await scanAgain('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND')).toBe(1);
  expect(await scanAgain('stream: OK')).toBe(0);
  expect(await state()).toMatchObject({ counts: { clean: 1, infected: 0 } });
});

it('quarantines an allowed file again if something else is found', async () => {
  await createGame(app.services, admin);
  clamd.answer = async () => threat;
  await scan();
  const [{ _id: id, threat: name }] = (await admin.call(api.listVirusFindings)).body.findings;
  await admin.call(api.allowFinding, { params: { id }, json: { threat: name } });
  expect((await state()).quarantined).toBe(0);
  clamd.answer = async () => 'stream: Other.Threat FOUND';
  app.clock.advance(1000);
  await admin.call(api.scanAllAgain);
  app.clock.advance(1000);
  await scan();
  const [finding] = (await admin.call(api.listVirusFindings)).body.findings;
  expect(finding).toMatchObject({ threat: 'Other.Threat', allowed: null });
});

it('scans each file on one node only, and goes on when that one stops', async () => {
  await createGame(app.services, admin);
  const other = await startNode();
  holdScans();
  const stopping = new AbortController();
  const scanning = scan(other, stopping.signal);
  await eventually(() => expect(clamd.scans).toBe(1));
  await scan();
  expect(clamd.scans).toBe(1);
  stopping.abort(new Error('the server stops'));
  await scanning;
  await other.close();
  clamd.answer = async () => 'stream: OK';
  await scan();
  expect(await state()).toMatchObject({ waiting: 0, counts: { clean: 1 } });
});

it('discards the result for a file that was deleted in the meantime', async () => {
  const game = await createGame(app.services, admin);
  const answer = holdScans();
  const scanning = scan();
  await eventually(() => expect(clamd.scans).toBe(1));
  await admin.call(api.deleteGame, { params: { id: game.id } });
  answer(threat);
  await scanning;
  expect(await state()).toMatchObject({ waiting: 0, quarantined: 0, counts: { clean: 0, infected: 0 } });
});
