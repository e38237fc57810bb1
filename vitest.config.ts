// The test projects. `npm test` runs them step by step (scripts/test-steps.mjs), `npx vitest --project server uploads`
// only a part of one.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { waitLimitMs } from './test/waiting.ts';

// The name of a file says where its tests run. `x.test.ts` of the server runs on SQLite, and:
//   x.dialect.test.ts  on PostgreSQL too, because it depends on SQL written by hand, locks, triggers, races and the like
//   x.long.test.ts     takes long, or needs programs that are fetched; x.dialect.long.test.ts runs on both databases
//   x.huge.test.ts     moves gigabytes or downloads hundreds of packages; CI does not run it
//   x.s3.test.ts       needs an S3 store
//   x.cluster.test.ts  needs a PostgreSQL database and an S3 store for several servers
//   x.core.test.ts     a journey that `npm test` runs; all other journeys are further tests
//   x.engines.test.ts  a journey in Firefox and WebKitGTK
const ownSteps = ['long', 'huge', 's3', 'cluster', 'engines'];
/** The suffix of the files of this run. Empty: all files without one of `ownSteps`, and without core journeys. */
const kind = process.env.TEST_KIND;
const include = kind ? [`**/*.${kind}.test.ts`] : ['**/*.test.{ts,tsx}'];
const others = [...ownSteps, ...(kind === '' ? ['core'] : [])].filter((suffix) => !kind?.endsWith(suffix));
const exclude = ['**/node_modules/**', '**/dist/**', ...others.map((suffix) => `**/*.${suffix}.test.ts`)];
const takesLong = kind?.endsWith('long') || kind === 'huge';
const setupFiles = [...(process.env.TEST_PROFILE ? ['scripts/profile-file.mjs'] : []), 'vitest.setup.ts'].map(
  (file) => fileURLToPath(new URL(file, import.meta.url)),
);
const minute = 60_000;
// CI retries a failed test once. `npm test` lists retried tests at its end, and fails if there are more than two.
const retry = process.env.CI ? 1 : 0;

// Limits for hanging tests, not for slow ones, because the machine may be busy. A test may wait several times (test/waiting.ts).
const limits = {
  testTimeout: 5 * minute,
  hookTimeout: 5 * minute,
  expect: { poll: { timeout: waitLimitMs } },
};
// Vitest would leave one core unused, which is half of a machine with two.
const maxWorkers = Math.max(2, availableParallelism() - 1);
// While a test of the server or a journey waits, another can use the processor.
const maxWaitingWorkers = maxWorkers + 1;

type Options = TestProjectInlineConfiguration['test'];

function project(name: string, root: string, options: Options = {}): TestProjectInlineConfiguration {
  return { test: { name, root, include, exclude, setupFiles, maxWorkers, ...limits, ...options } };
}

export default defineConfig({
  test: {
    projects: [
      project('scripts', 'scripts', { include: ['*.test.mjs'] }),
      // Loading the same modules again for each file would take longer than the tests.
      project('contract', 'packages/contract', { isolate: false }),
      project('web', 'apps/web', { isolate: false }),
      project('bench', 'bench'),
      project('server', 'apps/server', {
        isolate: false,
        globalSetup: [fileURLToPath(new URL('apps/server/src/test/database-template.ts', import.meta.url))],
        // As for `npm start`: servers and commands started by tests take half the time.
        env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
        retry,
        testTimeout: takesLong ? 10 * minute : limits.testTimeout,
        // Long tests wait most of the time.
        maxWorkers: takesLong ? 3 * maxWorkers : maxWaitingWorkers,
      }),
      project('e2e', 'e2e', {
        // The files of a worker share a browser and a server process (e2e/support/site.ts).
        isolate: false,
        retry,
        testTimeout: takesLong ? 30 * minute : 10 * minute,
        maxWorkers: maxWaitingWorkers,
      }),
    ],
  },
});
