// Downloads a large file over a connection that breaks every few megabytes. Every client that resumes gets the correct file, and
// the library counts one download.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLossyLine } from '#test/bad-line.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { downloadClients } from '#test/steady-clients.ts';
import { fileSha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const run = promisify(execFile);
const MB = 1024 ** 2;
const size = 128 * MB;

let app: TestApp;
let folder: string;
let game: Awaited<ReturnType<typeof createGame>>;
beforeAll(async () => {
  app = await buildApp({ env: { MAX_CHUNK_BYTES: String(size) } });
  folder = await mkdtemp(join(tmpdir(), 'cellar-bad-line-'));
  game = await createGame(app.services, await app.as('admin'), { archive: sampleArchive(size) });
});
afterAll(async () => {
  await app?.close();
  if (folder) await rm(folder, { recursive: true });
});

describe('over a connection that breaks every few megabytes', () => {
  for (const { name, missing, download } of downloadClients) {
    it.skipIf(missing)(`${name} gets the whole file with one activity`, async () => {
      const line = await openLossyLine(app.url, { seed: name, bytes: [MB / 4, 8 * MB] });
      try {
        const member = await app.as('member');
        const { url, downloadId, fileName } = await getTicket(member, game);
        const path = join(folder, fileName);
        await download(new URL(url, line.url).href, path);
        expect(line.cuts()).toBeGreaterThan(size / (8 * MB) - 1);
        await expectWhole(member, fileName);
        await expectOne(member, downloadId);
        await rm(path);
      } finally {
        await line.close();
      }
    });
  }
});

/** Verifies the file with the checksum file, and with sha256sum if it is installed. */
async function expectWhole(member: Client, fileName: string): Promise<void> {
  const { id, platform } = game;
  const { body } = await member.call(api.downloadDigest, { params: { id, platform } });
  expect(body).toBe(`${await fileSha256(join(folder, fileName))}  ${fileName}\n`);
  await writeFile(join(folder, 'SUMS'), body);
  await run('sha256sum', ['--check', '--strict', 'SUMS'], { cwd: folder }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function expectOne(member: Client, downloadId: string): Promise<void> {
  const expected = { downloadId, downloadStatus: 'completed', bytesSent: size, isCancelled: false };
  await eventually(async () => {
    const { body } = await member.call(api.myActivity);
    expect(body.activities).toEqual([expect.objectContaining(expected)]);
  });
}
