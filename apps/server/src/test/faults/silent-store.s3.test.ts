// A store that accepts connections and never answers, or stops in the middle of a file. Whoever needs it gets an answer in a bounded
// time, nobody else waits, and all works again without a restart.
import { api } from '@cellar/contract/api.ts';
import { afterAll, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket, holdDownload } from '#test/sample-download.ts';
import { sampleWebp, sendPicture } from '#test/sample-pictures.ts';
import { complete, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { openStallingLine } from '../bad-line.ts';
import { addCheat } from '../extras-and-cheats.ts';
import { openSilentLine, type Silence } from '../faulty-line.ts';
import { createBucket, endpoint } from '../s3-store.ts';
import { expectUnavailable, inSeconds, whileOthersWork } from './watch-others.ts';

/** Whether this is `npm run test:faults`. Uploads wait for a minute before they are given up. */
const isFull = process.env.FAULT_KILLS !== undefined;
const MiB = 1024 * 1024;
const chunkSize = 5 * MiB;
const path = (id: string) => `/api/games/${id}/download/Windows`;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function open(address: string): Promise<{ app: TestApp; admin: Client }> {
  const app = await buildApp({ env: (await createBucket(address)).env });
  closing.push(app.close);
  return { app, admin: await app.as('admin') };
}

async function expectRecovery({ app, admin }: { app: TestApp; admin: Client }, upload = sampleUpload()) {
  // Bytes whose answer never came may still be on their way for a while, and a completion waits for them.
  app.clock.advance(2 * minuteMs);
  await sendAll(admin, upload);
  const { status, body } = await complete(admin, upload);
  expect([status, body.code]).toEqual([201, undefined]);
  const file = await admin.fetch(path(body._id));
  expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(upload.archive));
}

async function openBehindLine() {
  const { hostname, port } = new URL(endpoint);
  const line = await openSilentLine({ host: hostname, port: Number(port) });
  closing.push(line.close);
  return { ...(await open(`http://127.0.0.1:${line.port}`)), line };
}

async function neverAnswers(silence: Silence): Promise<void> {
  const { app, admin, line } = await openBehindLine();
  const game = await createGame(app.services, admin);
  const upload = sampleUpload({ archive: sampleArchive(chunkSize + 1000), chunkSize });
  expect((await sendChunk(admin, upload, 0)).status).toBe(200);
  line.fallSilent(silence);
  const [ready, health, file, ...refused] = await whileOthersWork(
    () => admin.call(api.listGames),
    async () =>
      Promise.all([
        inSeconds(5, 'ready', app.visitor.call(api.ready)),
        inSeconds(5, 'health', admin.call(api.getHealth)),
        inSeconds(30, 'download', admin.fetch(path(game.id))),
        inSeconds(30, 'picture', sendPicture(admin, await sampleWebp())),
        ...(isFull ? [inSeconds(60, 'chunk', sendChunk(admin, upload, 1))] : []),
        // What may be stored is deleted afterwards, in vain.
        ...(isFull && !silence.dripMs ? [inSeconds(95, 'cheat', addCheat(admin, game.id))] : []),
      ]),
  );
  expectUnavailable(ready);
  expect(health.body.storage.problem).toBe('away');
  expect(file.status).toBe(503);
  for (const answer of refused) expectUnavailable(answer);
  line.speak();
  expect((await admin.fetch(path(game.id))).status).toBe(200);
  await eventually(async () => expect((await app.visitor.call(api.ready)).status).toBe(200));
  await expectRecovery({ app, admin }, upload);
}

/** The download ends, and continues where it has stopped. */
async function stopsSending(): Promise<void> {
  const { app, admin, line } = await openBehindLine();
  const game = await createGame(app.services, admin, { archive: sampleArchive(48 * MiB) });
  const ticket = await getTicket(admin, { id: game.id, platform: 'Windows' });
  const address = new URL(ticket.url, app.url).href;
  const download = await holdDownload(address);
  line.fallSilent();
  download.resume();
  expect(await inSeconds(32, 'download', download.ended)).toBe('cut');
  line.speak();
  const received = download.received();
  expect(received).toBeLessThan(game.archive.length);
  const rest = await fetch(address, { headers: { range: `bytes=${received}-` } });
  const bytes = Buffer.from(await rest.arrayBuffer());
  expect([rest.status, sha256(bytes)]).toEqual([206, sha256(game.archive.subarray(received))]);
}

/** The chunk can be sent again. */
async function stopsReceiving(): Promise<void> {
  const line = await openStallingLine(endpoint, { direction: 'server', bytes: chunkSize / 2 });
  closing.push(line.close);
  const site = await open(line.url);
  const upload = sampleUpload({ archive: sampleArchive(chunkSize + 1000), chunkSize });
  expectUnavailable(await inSeconds(65, 'chunk', sendChunk(site.admin, upload, 0)));
  line.recover();
  await expectRecovery(site, upload);
}

// At the same time, because each of them mostly waits.
it('a store that falls silent', async () => {
  await Promise.all([
    neverAnswers({}),
    neverAnswers({ dripMs: 3000 }),
    stopsSending(),
    ...(isFull ? [stopsReceiving()] : []),
  ]);
});
