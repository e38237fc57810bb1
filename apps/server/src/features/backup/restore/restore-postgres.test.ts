// Backups of PostgreSQL, with its own programs replaced by scripts that call them.
import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newFolder, newLibrary, restoreInto } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';
import { processMs, startServer } from '#test/server-process.ts';

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', { timeout: processMs }, () => {
  let app: TestApp;
  let folder: string;
  beforeEach(async () => {
    app = await buildApp();
    onTestFinished(() => app.close());
    await createGame(app.services, await app.as('admin'));
    folder = await newFolder('backup');
    await app.services.backups.backUp({ address: folder });
  });

  it('no server starts after a restore that was interrupted, until it is run again', async () => {
    const library = await newLibrary();
    const original = await replaceProgram('pg_restore', (real) => `${real} "$@"; exit 1`);
    await expect(restoreInto(library, folder)).rejects.toThrow('pg_restore failed');
    await expect(startServer({ ...library, env: library.env })).rejects.toThrow(
      "Cellar can't start: A restore into this database has not ended. If it was interrupted, run `cellar restore` again",
    );
    original();
    await restoreInto(library, folder);
    const server = await startServer({ ...library, env: library.env });
    expect(await server.stop()).toBe(0);
  });
});

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
