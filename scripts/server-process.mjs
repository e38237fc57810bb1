// How Node runs the server: by `npm start`, and by the benchmark, which measures just that.
import { join } from 'node:path';
import { root } from './runtime.mjs';

export const serverMain = join(root, 'apps', 'server', 'src', 'main.ts');

/**
 * V8 lets its young generation grow to 48 MB and hardly ever gives them back. With 6 MB the server stays small on a
 * home machine (docs/decisions/0003-file-sender.md).
 */
export const serverFlags = [
  '--max-semi-space-size=2',
  // Otherwise V8 lets its heap grow to four times of what lives in it before it looks for garbage: some 40 MB more
  // (docs/decisions/0007-the-catalogues-order-in-memory.md).
  '--heap-growing-percent=30',
];

/**
 * Node keeps the sources compiled and stripped of their types from the second start on: it starts faster, and is
 * some 20 MB smaller without the stripper in memory.
 * Files, passwords, pictures and names of other hosts share Node's threads: with four, as it has them without being told, a
 * few that wait for a slow disk hold up all the others.
 * glibc keeps ever larger pieces of freed memory for itself unless its limit is set: 13 MB less are taken so.
 */
export function serverEnvironment(environment) {
  return {
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    UV_THREADPOOL_SIZE: '16',
    MALLOC_MMAP_THRESHOLD_: '262144',
    ...environment,
  };
}
