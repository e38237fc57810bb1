// The `.sha256` file of a platform file, checked with sha256sum.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { sha256 } from '#test/traces.ts';
import { checksumLine } from './downloads.service.ts';

const run = promisify(execFile);

let app: TestApp;
let admin: Client;
let folder: string;
beforeAll(async () => {
  app = await buildApp();
  admin = await app.as('admin');
  folder = await mkdtemp(join(tmpdir(), 'cellar-sums-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const check = (text: string) =>
  writeFile(join(folder, 'SUMS'), text).then(() =>
    run('sha256sum', ['--check', '--strict', 'SUMS'], { cwd: folder }),
  );

describe('the checksum file', () => {
  it.each([
    ['Sample: Game', 'Windows'],
    ['../Ōkami  – 「大神」 "100%" * \'x\'', 'Windows v1.2 (a)'],
    ['-c --help #1', 'Linux'],
  ])('of %s is accepted by sha256sum -c beside the downloaded file', async (title, platform) => {
    const game = await createGame(app.services, admin, { title, platform });
    const { body } = await admin.call(api.getGame, { params: { id: game.id } });
    const member = await app.as('member');
    const answer = await member.call(api.downloadDigest, { params: { id: game.id, platform } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.sha256/);
    const { fileName } = body.gameFiles[0];
    await writeFile(join(folder, fileName), game.archive);
    expect(answer.body).toBe(`${sha256(game.archive)}  ${fileName}\n`);
    await check(answer.body);
    await writeFile(join(folder, fileName), 'something else');
    await expect(check(answer.body)).rejects.toThrow();
  });

  it('escapes special characters of Unix file names', async () => {
    for (const name of ['a\\b', 'a\nb', '\\', 'a\\nb', ' a ']) {
      await writeFile(join(folder, name), name);
      await check(checksumLine(sha256(Buffer.from(name)), name));
    }
  });

  it('reports that a file or its digest is missing', async () => {
    const game = await createGame(app.services, admin);
    const ask = (platform: string) => admin.call(api.downloadDigest, { params: { id: game.id, platform } });
    expect((await ask('Linux')).body.code).toBe('file_missing');
    await app.services.database.db.updateTable('gameFiles').set({ sha256: null }).execute();
    expect(await ask('Windows')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
