// Opens a copied download link in the programs that members use: the file is complete, and counts as one download.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { downloadClients } from '#test/steady-clients.ts';
import { fileSha256, sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

// Large enough for four connections of a program that opens several.
const archive = sampleArchive(8 * 1024 ** 2);

let app: TestApp;
let folder: string;
let game: Awaited<ReturnType<typeof createGame>>;
beforeAll(async () => {
  app = await buildApp();
  folder = await mkdtemp(join(tmpdir(), 'cellar-links-'));
  game = await createGame(app.services, await app.as('admin'), { archive });
});
afterAll(async () => {
  await app?.close();
  if (folder) await rm(folder, { recursive: true });
});

describe('a copied download link', () => {
  for (const { name, missing, download } of downloadClients) {
    it.skipIf(missing)(`is one complete download for ${name}`, async () => {
      const member = await app.as('member');
      const { url, downloadId } = await getTicket(member, game);
      const path = join(folder, `${name}.zip`);
      await download(new URL(url, app.url).href, path);
      expect(await fileSha256(path)).toBe(sha256(archive));
      await eventually(async () => {
        const { body } = await member.call(api.myActivity);
        const completed = { downloadStatus: 'completed', bytesSent: archive.length };
        expect(body.activities).toEqual([expect.objectContaining({ downloadId, ...completed })]);
      });
    });
  }
});
