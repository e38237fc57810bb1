// Backups of PostgreSQL, with its own programs replaced by scripts that call them.
import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type NewLibrary, newFolder, newLibrary, restoreInto } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';
import { processMs, startServer } from '#test/server-process.ts';
import { administer } from '#test/test-database.ts';

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', { timeout: processMs }, () => {
  let app: TestApp;
  let folder: string;
  let game: Awaited<ReturnType<typeof createGame>>;
  beforeEach(async () => {
    app = await buildApp();
    onTestFinished(() => app.close());
    game = await createGame(app.services, await app.as('admin'));
    folder = await newFolder('backup');
    await app.services.backups.backUp({ address: folder });
  });

  it('no server starts after a restore that was interrupted, until it is run again', async () => {
    const library = await newLibrary();
    const original = await replaceProgram('pg_restore', (real) => `${real} "$@"; exit 1`);
    await expect(restoreInto(library, folder)).rejects.toThrow('pg_restore failed');
    await expect(startServer({ ...library, env: library.env })).rejects.toThrow(
      "Cellar can't start: A restore or move into this database has not ended. If it was interrupted, run the command again",
    );
    original();
    await restoreInto(library, folder);
    const server = await startServer({ ...library, env: library.env });
    expect(await server.stop()).toBe(0);
  });

  it('a restore is refused into a database with the tables of another program, and leaves them alone', async () => {
    const library = await newLibrary();
    await administer(databaseOf(library), 'create table pages (title text)');
    await expect(restoreInto(library, folder)).rejects.toThrow(
      'contains tables of another program: pages. Restore into a database of its own.',
    );
    await administer(databaseOf(library), 'select title from pages');
  });

  it('a restore replaces an empty library, and leaves extensions alone', async () => {
    const library = await newLibrary();
    await administer(databaseOf(library), 'create extension pgcrypto');
    await (await buildApp(library)).close();
    await restoreInto(library, folder);
    await administer(databaseOf(library), "select digest('text', 'sha256')");
    const restored = await buildApp(library);
    onTestFinished(() => restored.close());
    const { body } = await restored.visitor.call(api.getGame, { params: { id: game.id } });
    expect(body.title).toBe(game.title);
  });

  it.each([
    ['before the host', { password: 'a%20b' }],
    ['in a parameter', { search: '?password=a%20b&application_name=c%20d' }],
  ])('a password %s is not shown to other users of the machine', async (_, changes) => {
    const said = join(folder, 'said');
    await replaceProgram('pg_dump', (real) => `echo "$*:$PGPASSWORD" > ${said}; exec ${real} "$@"`);
    const { url } = app.config.database as { url: string };
    const env = { DATABASE_URL: Object.assign(new URL(url), changes).href };
    const other = await buildApp({ dataDir: app.dataDir, env });
    onTestFinished(() => other.close());
    await other.services.backups.backUp({ address: folder });
    const [, args, password] = /^(.*):(.*)\n$/.exec(await readFile(said, 'utf8')) ?? [];
    expect([args, password]).toEqual([expect.not.stringMatching(/a(%20|\+| )b/), 'a b']);
  });
});

function databaseOf({ database }: NewLibrary): string {
  return database.env.DATABASE_URL ?? '';
}

/** Returns a function that brings the program back. `script`: the commands that run instead, with the path of the program. */
async function replaceProgram(name: string, script: (real: string) => string): Promise<() => void> {
  const real = execFileSync('which', [name], { encoding: 'utf8' }).trim();
  const path = join(await newFolder('programs'), name);
  // The version is asked for as usual.
  await writeFile(path, `#!/bin/sh\n[ "$1" = --version ] && exec ${real} --version\n${script(real)}\n`);
  await chmod(path, 0o755);
  vi.stubEnv('PATH', `${join(path, '..')}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return () => void vi.unstubAllEnvs();
}
