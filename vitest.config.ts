// The test projects: `npx vitest --project server uploads` runs a part of one. `npm test` runs them all.
import { availableParallelism } from 'node:os';
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

// A limit for what hangs, not for what is slow: the machine may be busy.
const testTimeout = minute;
// Vitest would leave a core free, which of two is half of the machine.
const maxWorkers = Math.max(2, availableParallelism() - 1);

// Tests of the server that ask the database for nothing in which SQLite and PostgreSQL differ: pure functions, streams,
// pictures, other servers, processes. They run on SQLite alone.
const anyDatabase = [
  '**/http/*',
  '**/platform/!(rate-limit|scheduler)*',
  '**/platform/{mail,storage}/*',
  '**/metadata/{matching,providers}/!(provider-pauses)*',
  ...['access', 'artwork-refusals', 'artwork-upload', 'catalogue-index', 'cheat-archive', 'cheat-refusals'],
  ...['checksum-file', 'choose', 'cli', 'config', 'damaged-files', 'digest-mail', 'download-links'],
  ...['download-ranges', 'facts', 'hand-over', 'hostile-answers', 'log', 'login-load', 'mail-content'],
  ...['mail-texts', 'main', 'match-candidates', 'page-heads', 'providers', 'read-name', 'reading-thread'],
  ...['sanitizer', 'seed-demo', 'sent-ranges', 'storage-away', 'texts', 'upload-refusals'],
].map((name) => (name.includes('*') ? `${name}.test.ts` : `**/${name}.test.ts`));
const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

type Options = TestProjectInlineConfiguration['test'];

function project(name: string, root: string, options: Options = {}): TestProjectInlineConfiguration {
  return { test: { name, root, include, exclude, setupFiles, maxWorkers, testTimeout, ...options } };
}

export default defineConfig({
  test: {
    projects: [
      project('scripts', 'scripts', { include: isLong ? [] : ['*.test.mjs'] }),
      project('contract', 'packages/contract'),
      // Limits for what hangs: vitest's own, a second and five, are soon over on a busy machine.
      project('web', 'apps/web', { testTimeout: minute, expect: { poll: { timeout: minute / 2 } } }),
      project('bench', 'bench'),
      project('server', 'apps/server', {
        // To load the server anew for each file would take longer than most files do.
        isolate: false,
        exclude: onPostgres && !isLong ? [...exclude, ...anyDatabase] : exclude,
        globalSetup: [fileURLToPath(new URL('apps/server/src/test/database-template.ts', import.meta.url))],
        // Where `npm start` has it too: servers and command lines that tests start need half of the time for it.
        env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
        retry,
        testTimeout: isLong ? 10 * minute : 2 * minute,
        hookTimeout: 2 * minute,
        // The first mail of a process loads what renders it; a second is too short for that on a busy machine.
        expect: { poll: { timeout: minute / 2 } },
      }),
      project('e2e', 'e2e', {
        // The files of a worker share a browser and a process of servers (e2e/support/site.ts).
        isolate: false,
        retry,
        testTimeout: isLong ? 30 * minute : 5 * minute,
        hookTimeout: 5 * minute,
        // Vitest's own limit is a second, which a busy machine needs for a single look at a page.
        expect: { poll: { timeout: minute } },
        // One more than elsewhere: while a journey waits, another one has the processor.
        maxWorkers: maxWorkers + 1,
      }),
    ],
  },
});
