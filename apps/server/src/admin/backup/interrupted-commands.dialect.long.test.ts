// Kills the commands that back up, restore and move a library at random moments, and runs them again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { checkFully, type NewLibrary, newFolder, newLibrary } from '#test/backups.ts';
import { buildApp } from '#test/build-app.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { processEnv } from '#test/server-process.ts';
import { filesUnder } from '#test/traces.ts';

const cli = fileURLToPath(new URL('../../start/cli.ts', import.meta.url));
/** How often each command is killed. */
const kills = Number(process.env.KILLS ?? 2);
const games = 12;

interface Run {
  code: number | null;
  text: string;
}

/** Runs a command to its end, or kills it after this time. */
async function cellar(args: string[], env: Record<string, string>, killAfterMs?: number): Promise<Run> {
  const child = spawn(process.execPath, [cli, ...args], { env: { ...processEnv(), ...env } });
  let text = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
  }
  child.stdin.end();
  const ended = once(child, 'close');
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), ended]);
    child.kill('SIGKILL');
  }
  const [code] = await ended;
  return { code, text };
}

/** Returns the duration of a whole run in milliseconds. */
async function measure(work: () => Promise<Run>): Promise<number> {
  const begun = performance.now();
  expect(await work()).toMatchObject({ code: 0 });
  return performance.now() - begun;
}

async function libraryWithGames(): Promise<NewLibrary> {
  const library = await newLibrary();
  const app = await buildApp({ ...library, env: library.env });
  const admin = await app.as('admin');
  for (let left = games; left > 0; left -= 1)
    await createGame(app.services, admin, { archive: sampleArchive(2_000_000) });
  await app.close();
  return library;
}

async function expectWhole({ dataDir, database }: NewLibrary, env = {}): Promise<void> {
  const app = await buildApp({ dataDir, database, env });
  onTestFinished(() => app.close());
  const found = await checkFully(app);
  expect(found).toMatchObject({ missing: [], damaged: [], orphans: [], error: null, checkedFiles: games });
}

it('completes a backup and a restore that were killed', async () => {
  const library = await libraryWithGames();
  const spare = await newFolder('backup');
  const to = await newFolder('backup');
  const backUpMs = await measure(() => cellar(['backup', spare], library.env));
  for (let left = kills; left > 0; left -= 1) {
    await cellar(['backup', to], library.env, backUpMs * (0.4 + 0.6 * Math.random()));
    await endLease(library);
  }
  for (const args of [[], ['--verify']]) {
    const { code, text } = await cellar(['backup', to, ...args], library.env);
    expect(code, text).toBe(0);
  }
  // Each kept backup has a database and a list. Nothing of the killed ones is left but complete backups.
  const manifests = (await readdir(join(to, 'manifests'))).filter((name) => name.endsWith('.json'));
  expect(await filesUnder(to)).toHaveLength(games + 2 * manifests.length);

  const restoreMs = await measure(async () => cellar(['restore', to], (await newLibrary()).env));
  const restored = await newLibrary();
  for (let left = kills; left > 0; left -= 1)
    await cellar(['restore', to], restored.env, restoreMs * (0.4 + 0.6 * Math.random()));
  const last = await cellar(['restore', to], restored.env);
  // A killed restore may have been complete.
  expect(last.code === 0 || last.text.startsWith('The library is not empty.'), last.text).toBe(true);
  await expectWhole(restored);
});

it('completes a move that was killed', async () => {
  const library = await libraryWithGames();
  const move = async () => [
    ...['migrate', '--to-database', `sqlite:${join(await newFolder('moved'), 'moved.db')}`],
    ...['--to-storage', `file:${await newFolder('storage')}`],
  ];
  const spare = await move();
  const moveMs = await measure(() => cellar(spare, library.env));
  const args = await move();
  for (let left = kills; left > 0; left -= 1)
    await cellar(args, library.env, moveMs * (0.4 + 0.6 * Math.random()));
  expect(await cellar(args, library.env)).toMatchObject({ code: 0 });
  await expectWhole(library, { DATABASE_URL: args[2] ?? '', STORAGE_URL: args[4] ?? '' });
});

/** The next backup would otherwise wait for the lease of the killed one. */
async function endLease({ dataDir, database }: NewLibrary): Promise<void> {
  const app = await buildApp({ dataDir, database });
  await app.services.database.db
    .updateTable('backups')
    .set({ leaseUntil: '' })
    .where('running', '=', 1)
    .execute();
  await app.close();
}
