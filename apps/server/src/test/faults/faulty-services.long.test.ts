// Mail server, metadata provider and virus scanner that hang or send nonsense: nobody waits for them but their own jobs, which say
// what is wrong, and everything is done once they work.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { api } from '@cellar/contract/api.ts';
import { afterEach, expect, it } from 'vitest';
import { hourMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { type FakeClamd, startFakeClamd } from '#test/fake-clamd.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import {
  type Behaviour,
  type MetadataServer,
  startMetadataServer,
} from '../../../../../test/metadata-server/server.ts';
import { newcomer } from '../logins.ts';
import { whileOthersWork } from './watch-others.ts';

/** Whether this is `npm run test:faults`. Services that hang take 35 seconds, until they are given up. */
const isFull = process.env.FAULT_KILLS !== undefined;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(env: Record<string, string>): Promise<{ app: TestApp; admin: Client }> {
  const app = await buildApp({ env });
  closing.push(() => app.close());
  return { app, admin: await app.as('admin') };
}

/** Takes the place of a server that is down, and does this with each connection. */
async function listenInstead(port: number, meet: (socket: Socket) => void): Promise<() => Promise<unknown>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    meet(socket);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  };
}

const nonsense = Buffer.alloc(100_000, 'no such protocol \r\n');

const meetings: Record<string, (socket: Socket) => void> = {
  ...(isFull && { 'never answers': () => undefined }),
  'sends nonsense': (socket) => void socket.write(nonsense),
  'refuses for now': (socket) => void socket.write('421 Try again later\r\n'),
  'greets and closes': (socket) => void socket.end('220 mail.example ESMTP\r\n'),
};

it.each(Object.entries(meetings))('a mail server that %s', async (_name, meet) => {
  const mail: MailServer = await startMailServer();
  closing.push(mail.close);
  const { app, admin } = await start(mail.env);
  await mail.goDown();
  const restore = await listenInstead(mail.port, meet);
  const person = newcomer();
  await whileOthersWork(
    () => admin.call(api.listGames),
    async () => {
      expect((await app.visitor.call(api.register, { json: person })).status).toBe(201);
      await app.services.mails.deliverDue();
    },
  );
  const waiting = app.services.database.db
    .selectFrom('mails')
    .selectAll()
    .where('toAddress', '=', person.email);
  expect(await waiting.executeTakeFirst()).toMatchObject({ status: 'waiting', attempts: 1 });
  await restore();
  await mail.comeUp();
  app.clock.advance(hourMs);
  await app.services.mails.deliverDue();
  await mail.next(person.email);
});

const never = new Promise<void>(() => undefined);
const answers: Record<string, Behaviour> = {
  ...(isFull && { hangs: { after: never } }),
  'sends data without end': { hugeBytes: 200_000_000 },
  'sends half an answer': { broken: true },
  'sends a web page': { html: true },
  'closes the connection': { cut: true },
};

it.each(Object.entries(answers))('a metadata provider that %s', async (_name, behaviour) => {
  const metadata: MetadataServer = await startMetadataServer();
  closing.push(metadata.close);
  const { app, admin } = await start({ ...metadata.env, METADATA_PROVIDERS: 'steam' });
  metadata.behaviour = { steam: behaviour };
  const { id } = await createGame(app.services, admin, { title: 'Portal' });
  const state = async () => {
    const row = app.services.database.db.selectFrom('gameMatches').selectAll().where('gameId', '=', id);
    return (await row.executeTakeFirstOrThrow()).state;
  };
  await whileOthersWork(() => admin.call(api.listGames), app.services.matchJob.workOff);
  expect(['queued', 'failed']).toContain(await state());
  metadata.reset();
  app.clock.advance(hourMs);
  await app.services.matchJob.workOff();
  expect(['matched', 'review']).toContain(await state());
});

it.each([
  ['sends nonsense', nonsense.toString()],
  ['closes the connection', null],
])('a virus scanner that %s', async (_name, answer) => {
  const clamd: FakeClamd = await startFakeClamd();
  closing.push(clamd.close);
  const { app, admin } = await start({ CLAMD_URL: clamd.url });
  const game = await createGame(app.services, admin);
  const scan = () => app.services.virusScans.scan(new AbortController().signal);
  const results = () => app.services.database.db.selectFrom('virusScans').select('result').execute();
  clamd.answer = async () => answer;
  await whileOthersWork(() => admin.call(api.listGames), scan);
  expect(await results()).toEqual([{ result: null }]);
  expect((await admin.fetch(`/api/games/${game.id}/download/Windows`)).status).toBe(200);
  clamd.answer = async () => 'stream: OK';
  app.clock.advance(2 * hourMs);
  await scan();
  expect(await results()).toEqual([{ result: 'clean' }]);
});
