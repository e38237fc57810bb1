// The test projects: `npx vitest --project server uploads` runs a part of one. `npm test` runs them all.
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Tests that take minutes have files of their own; `npm run test:long` runs them and only them.
const isLong = Boolean(process.env.CELLAR_LONG_TESTS);
const include = isLong ? ['**/*.long.test.ts'] : ['**/*.test.{ts,tsx}'];
const exclude = ['**/node_modules/**', '**/dist/**', ...(isLong ? [] : ['**/*.long.test.ts'])];
const setupFiles = [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))];
const minute = 60_000;
// A machine that vouches for a change tries once more, and `npm test` names at its end what did not pass at once.
const retry = process.env.CI ? 1 : 0;

type Options = TestProjectInlineConfiguration['test'];

function project(name: string, root: string, options: Options = {}): TestProjectInlineConfiguration {
  return { test: { name, root, include, exclude, setupFiles, ...options } };
}

export default defineConfig({
  test: {
    projects: [
      project('scripts', 'scripts', { include: isLong ? [] : ['*.test.mjs'] }),
      project('contract', 'packages/contract'),
      project('web', 'apps/web'),
      project('bench', 'bench'),
      project('server', 'apps/server', {
        retry,
        // A limit for what hangs, not for what is slow: the machine may be busy.
        testTimeout: isLong ? 10 * minute : minute,
        hookTimeout: minute,
        // The first mail of a process loads what renders it; a second is too short for that on a busy machine.
        expect: { poll: { timeout: 10_000 } },
      }),
      project('e2e', 'e2e', {
        retry,
        testTimeout: isLong ? 30 * minute : 3 * minute,
        hookTimeout: 2 * minute,
        // Each file has a server and a browser of its own, and mostly waits.
        maxWorkers: 2,
      }),
    ],
  },
});
