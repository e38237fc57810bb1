// Real download managers fetch real lists: aria2 with several connections, also across a cut, and wget.
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { DownloadListFormat } from '@cellar/contract/transfer/download-lists.endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { addExtra } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { type CutLine, openLine } from '#test/faulty-line.ts';
import { areSmallProgramsMissing, runSmallProgram } from '../../../../../test/small-programs.mjs';
import { eventually } from '../../../../../test/waiting.ts';

const MB = 1024 ** 2;

describe.skipIf(areSmallProgramsMissing())('a list', () => {
  let app: TestApp;
  let line: CutLine;
  let admin: Client;
  let member: Client;
  let folder: string;
  let games: { id: string }[];
  /** The bytes of each file of the list, by its path. */
  let wanted: Record<string, Buffer>;
  beforeAll(async () => {
    app = await buildApp();
    line = await openLine({ host: '127.0.0.1', port: Number(new URL(app.url).port) });
    admin = await app.as('admin');
    folder = await mkdtemp(join(tmpdir(), 'cellar-list-'));
    const [large, patch] = [sampleArchive(6 * MB), sampleArchive(50_000)];
    const one = await createGame(app.services, admin, { title: 'Fate/stay <1> & "2"', archive: large });
    const other = await createGame(app.services, admin, { title: 'Zoë 💾' });
    await addExtra(app.services, admin, one.id, { fileName: "it's a [patch] 1%.zip", bytes: patch });
    await app.services.files.digestFiles();
    games = [{ id: one.id }, { id: other.id }];
    wanted = {
      'Fate stay 1 & 2/Fate stay 1 & 2 (Windows).zip': large,
      "Fate stay 1 & 2/it's a [patch] 1%.zip": patch,
      'Zoë 💾/Zoë 💾 (Windows).zip': other.archive,
    };
  });
  afterAll(async () => {
    await line.cut();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Writes a list of a new member, whose links lead through the line. Returns its path and an empty folder. */
  async function writeList(format: DownloadListFormat): Promise<{ list: string; into: string }> {
    const { account } = await app.as('member');
    member = createClient(`http://127.0.0.1:${line.port}`, account);
    const json = { games, format, withExtras: true };
    const { status, body } = await member.call(api.createDownloadList, { json });
    expect(status).toBe(200);
    const into = await mkdtemp(join(folder, 'into-'));
    const list = join(folder, `${into.slice(-6)}.${format}`);
    await writeFile(list, body);
    return { list, into };
  }

  async function expectAll(into: string, expected: Record<string, Buffer>): Promise<void> {
    const entries = await readdir(into, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(paths.map((path) => path.slice(into.length + 1)).toSorted()).toEqual(
      Object.keys(expected).toSorted(),
    );
    for (const [path, bytes] of Object.entries(expected)) {
      expect((await readFile(join(into, path))).equals(bytes), path).toBe(true);
    }
    await eventually(async () => {
      const { activities } = (await member.call(api.myActivity)).body;
      const statuses = activities.map(({ downloadStatus }: { downloadStatus: string }) => downloadStatus);
      expect(statuses, 'one download for each file').toEqual(['completed', 'completed', 'completed']);
    });
  }

  const aria2 = (into: string) => ['--dir', into, '-x4', '-s4', '-k1M', '--no-conf', '--quiet'];

  it('as Metalink is fetched by aria2 with four connections, and every digest is right', async () => {
    const { list, into } = await writeList('metalink');
    await runSmallProgram('xmllint', ['--noout', '--nonet', list]);
    await runSmallProgram('aria2c', [...aria2(into), '--check-integrity', '-M', list]);
    const withoutAnd = Object.entries(wanted).map(([path, bytes]) => [path.replaceAll('&', '+'), bytes]);
    await expectAll(into, Object.fromEntries(withoutAnd));
  });

  it('as Metalink lets aria2 fetch only the damaged piece of a file again', async () => {
    const { list, into } = await writeList('metalink');
    await runSmallProgram('aria2c', [...aria2(into), '-M', list]);
    const path = join(into, 'Fate stay 1 + 2/Fate stay 1 + 2 (Windows).zip');
    const file = await open(path, 'r+');
    await file.write(Buffer.from('damaged'), 0, 7, 3.5 * MB);
    await file.close();
    const before = line.received();
    await runSmallProgram('aria2c', [...aria2(into), '--check-integrity', '-M', list]);
    expect(line.received() - before, 'of six megabytes').toBeLessThan(2 * MB);
    const repaired = await readFile(path);
    expect(repaired.equals(wanted['Fate stay 1 & 2/Fate stay 1 & 2 (Windows).zip'] as Buffer)).toBe(true);
  });

  it('as input file is fetched by aria2, which resumes after a cut', async () => {
    const { list, into } = await writeList('aria2');
    const cut = line.cutAfter(4 * MB);
    const slow = [...aria2(into), '--max-tries=1', '-i', list];
    const first = runSmallProgram('aria2c', slow).then(
      () => 'complete',
      () => 'failed',
    );
    await cut;
    expect(await first).toBe('failed');
    await line.restore();
    const cutAt = line.received();
    await runSmallProgram('aria2c', [...aria2(into), '--continue', '-i', list]);
    expect(line.received() - cutAt, 'of more than six megabytes').toBeLessThan(6 * MB);
    await expectAll(into, wanted);
  });

  it('of plain links is fetched by wget, which takes the names of the server', async () => {
    const { list, into } = await writeList('links');
    await runSmallProgram('wget', ['-q', '--content-disposition', '-P', into, '-i', list]);
    const named = Object.entries(wanted).map(([path, bytes]) => [path.split('/').at(-1), bytes]);
    const kept = (await readdir(into)).toSorted();
    expect(kept.length).toBe(3);
    for (const [, bytes] of named) {
      const copies = await Promise.all(kept.map((name) => readFile(join(into, name))));
      expect(copies.some((copy) => copy.equals(bytes as Buffer))).toBe(true);
    }
    expect(kept).toContain('Fate stay 1 & 2 (Windows).zip');
  });
});
