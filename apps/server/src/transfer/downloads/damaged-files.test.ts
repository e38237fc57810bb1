// A stored file that was changed or replaced on disk is not sent.

import { appendFile, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { api } from '@cellar/contract/api.ts';
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addCheat, cheatPath, downloadCheat } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { filesUnder, sha256, storedPath } from '#test/traces.ts';

let app: TestApp;
let admin: Client;
const logged: string[] = [];
beforeAll(async () => {
  app = await buildApp({
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const damages: [name: string, damage: (path: string) => Promise<void>, said: string][] = [
  ['was truncated', (path) => truncate(path, 1000), 'has 1000 bytes instead of 5000'],
  ['has grown', (path) => appendFile(path, 'x'), 'has 5001 bytes instead of 5000'],
  [
    'is a folder',
    (path) => rm(path).then(() => mkdir(path).then(() => undefined)),
    'a folder is in the place',
  ],
];

it.each(damages)('reports a file that %s as missing until it is restored', async (_, damage, said) => {
  const { id, platform, archive } = await createGame(app.services, admin);
  const path = await storedPath(app, id, platform);
  const file = () => admin.fetch(`/api/games/${id}/download/${platform}`);
  logged.length = 0;
  await damage(path);
  const answer = await file();
  expect([answer.status, ((await answer.json()) as ErrorBody).code]).toEqual([404, 'file_missing']);
  expect(logged.join()).toContain(said);
  // A program that asks again and again does not fill the log.
  for (let time = 0; time < 3; time += 1) expect((await file()).status).toBe(404);
  expect(logged).toHaveLength(1);
  await rm(path, { recursive: true });
  await writeFile(path, archive);
  expect(sha256(Buffer.from(await (await file()).arrayBuffer()))).toBe(sha256(archive));
});

it('reports a truncated cheat file as missing until it is restored', async () => {
  const { id } = await createGame(app.services, admin);
  const before = await filesUnder(app.dataDir);
  const { body } = await addCheat(admin, id);
  const [path = ''] = (await filesUnder(app.dataDir)).filter((file) => !before.includes(file));
  const whole = await downloadCheat(admin, id, body._id);
  await truncate(path, 10);
  const answer = await admin.fetch(cheatPath(id, body._id));
  expect([answer.status, ((await answer.json()) as ErrorBody).code]).toEqual([404, 'file_missing']);
  await writeFile(path, whole);
  expect(await downloadCheat(admin, id, body._id)).toEqual(whole);
});

it.each([
  ['game', api.deleteGame],
  ['platform', api.deletePlatformFile],
])('deletes a %s whose file cannot be removed, and removes the file later', async (_, endpoint) => {
  const { id, platform } = await createGame(app.services, admin);
  const path = await storedPath(app, id, platform);
  await rename(path, `${path}-aside`);
  await mkdir(path);
  const { status } = await admin.call(endpoint, { params: { id, platform } });
  expect(status).toBe(200);
  expect((await admin.fetch(`/api/games/${id}/download/${platform}`)).status).toBe(404);
  await rm(path, { recursive: true });
  await rename(`${path}-aside`, path);
  await app.services.files.removeMarkedFiles();
  expect(await filesUnder(app.dataDir)).not.toContain(path);
});
