// Node's options for the server, used by `npm start` and by the benchmark, which thus measures the same configuration.
import { join } from 'node:path';
import { root } from './runtime.mjs';

export const serverMain = join(root, 'apps', 'server', 'src', 'start', 'main.ts');

/**
 * V8 lets its young generation grow to 48 MB and rarely shrinks it. With 6 MB (three semi-spaces) the server stays
 * small on a home machine (docs/decisions/0003-file-sender.md).
 */
export const serverFlags = [
  '--max-semi-space-size=2',
  // Otherwise V8's heap grows to four times its live data before garbage collection, about 40 MB more
  // (docs/decisions/0007-the-catalogues-order-in-memory.md).
  '--heap-growing-percent=30',
  // 50 MB less at 100,000 games, for a sixth of the requests that the server can answer at most (the same decision).
  '--optimize-for-size',
];

/**
 * With the compile cache, Node starts faster from the second start on, and takes about 20 MB less memory because it
 * does not load the type stripper. React has a build for production, which renders emails three times as fast.
 * Files, pictures and name lookups share Node's thread pool. With the
 * default of four threads, a few operations on a slow disk would delay all others. With a fixed mmap
 * threshold and two arenas instead of eight for each processor, glibc keeps less freed memory for itself.
 */
export function serverEnvironment(environment) {
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    UV_THREADPOOL_SIZE: '16',
    MALLOC_MMAP_THRESHOLD_: '262144',
    MALLOC_ARENA_MAX: '2',
    ...environment,
  };
}
