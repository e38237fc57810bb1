// Libraries that are preloaded into a server before the C library, to let the system fail it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Without a C compiler, a developer's tests are skipped. In CI they fail. */
export const canPreload = Boolean(process.env.CI) || spawnSync('cc', ['--version']).status === 0;

/** Compiles `NAME.c` into the folder. Returns the path of the library. */
export function makeLibrary(name: string, folder: string): string {
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
  const library = join(folder, `${name}.so`);
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The C compiler could not make the library of ${name}.c`);
  return library;
}
