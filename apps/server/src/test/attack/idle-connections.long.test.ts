// Thousands of connections that send almost nothing (slow loris): the library stays usable, they take little memory, and the
// server closes each of them.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

const each = 1_000;
/** What each kind of connection sends at once, and then every few seconds. */
const kinds: Record<string, { first: string; more: string }> = {
  'sends nothing': { first: '', more: '' },
  'sends half a header': { first: 'GET /api/health HTTP/1.1\r\nHost: cellar.example\r\nX-A: ', more: 'b' },
  'sends one header after another': {
    first: 'GET / HTTP/1.1\r\nHost: cellar.example\r\n',
    more: 'X-A: b\r\n',
  },
  'sends a body of JSON byte by byte': {
    first:
      'POST /api/users/login HTTP/1.1\r\nHost: cellar.example\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    more: ' ',
  },
};
const pauseMs = 5_000;
/** Node closes connections without a whole header after 60 seconds, and looks for them every 30 seconds. */
const longestMs = 150_000;
const mostAddedMb = 250;

let dataDir: string;
let database: TestDatabase;
let server: ServerProcess;
let admin: Client;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-idle-'));
  database = await createTestDatabase();
  server = await startServer({ dataDir, env: database.env });
  admin = await server.logIn();
});
afterAll(async () => {
  await server?.kill();
  await database?.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

it(`the library stays usable while ${Object.keys(kinds).length * each} connections send almost nothing`, async () => {
  const before = await residentMb();
  const sockets: Socket[] = [];
  for (const kind of Object.values(kinds)) {
    // A few hundred at once, because the system's queue of new connections is short.
    for (let opened = 0; opened < each; opened += 200) {
      sockets.push(...(await Promise.all(Array.from({ length: 200 }, () => open(kind)))));
    }
  }
  const isOver = () => sockets.every(({ closed }) => closed);
  const answers: number[] = [];
  let [slowestMs, peakMb] = [0, 0];
  const deadline = Date.now() + longestMs;
  while (!isOver() && Date.now() < deadline) {
    const begun = Date.now();
    answers.push((await admin.call(api.listGames)).status);
    slowestMs = Math.max(slowestMs, Date.now() - begun);
    peakMb = Math.max(peakMb, await residentMb());
    await sleep(500);
  }
  console.info({ answers: answers.length, slowestMs, addedMb: Math.round(peakMb - before) });
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0);
  expect(peakMb - before).toBeLessThan(mostAddedMb);
});

async function open({ first, more }: { first: string; more: string }): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  socket.write(first);
  const timer = setInterval(() => socket.write(more), pauseMs);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
}
