import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp();
const member = sharedClient(app, 'member');

async function open(head: string[]): Promise<Socket> {
  const { host, port, hostname } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${[head[0], `Host: ${host}`, ...head.slice(1)].join('\r\n')}\r\n\r\n`);
  return socket;
}

async function firstAnswer(socket: Socket): Promise<string> {
  const [piece] = await once(socket, 'data');
  return String(piece);
}

it('the server does not request the body of a request that is refused because of its headers', async () => {
  const form = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000'];
  const socket = await open([`POST ${api.addGame.path} HTTP/1.1`, ...form, 'Expect: 100-continue']);
  const ended = once(socket, 'close');
  const answer = await firstAnswer(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  await ended;
});

it('the server requests the body of an accepted request once', async () => {
  const body = JSON.stringify({ downloadId: 'd1' });
  const head = [
    'POST /api/games/none/download/Windows HTTP/1.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const session = `Authorization: Bearer ${member.account?.token}`;
  const socket = await open([...head, session, 'Expect: 100-continue', 'Connection: close']);
  expect(await firstAnswer(socket)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  expect(await firstAnswer(socket)).toMatch(/^HTTP\/1\.1 404 /);
});

it('the server refuses a request whose session ends before its body has arrived', async () => {
  const guest = await app.as('member');
  const body = JSON.stringify({ downloadId: 'd1' });
  const head = [
    'POST /api/games/none/download/Windows HTTP/1.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const session = `Authorization: Bearer ${guest.account?.token}`;
  const socket = await open([...head, session, 'Expect: 100-continue', 'Connection: close']);
  expect(await firstAnswer(socket)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  expect((await guest.call(api.logout)).status).toBe(200);
  socket.write(body);
  expect(await firstAnswer(socket)).toMatch(/^HTTP\/1\.1 401 /);
});
