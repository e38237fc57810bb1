// The test projects. `npm test` runs them all, `npx vitest --project server uploads` only a part of one.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Tests that take minutes have separate files. `npm run test:long` runs only those. `npm run test:huge` runs those that
// move gigabytes or download hundreds of packages, which CI does not run.
const isHuge = Boolean(process.env.CELLAR_HUGE_TESTS);
const isLong = isHuge || Boolean(process.env.CELLAR_LONG_TESTS);
const longOnes = isHuge ? '**/*.huge.test.ts' : '**/*.long.test.ts';
const include = isLong ? [longOnes] : ['**/*.test.{ts,tsx}'];
// Tests of an S3 store run in a step of their own, with a store that the step starts.
const onS3 = ['**/*.s3.test.ts'];
// Several servers on a store and a PostgreSQL database, in a step of the long tests.
const onCluster = ['**/*.cluster.test.ts'];
// The core journeys in other browsers, also in a step of the long tests.
const inEngines = ['**/*.engines.test.ts'];
const exclude = ['**/node_modules/**', '**/dist/**', ...(isLong ? [] : ['**/*.{long,huge}.test.ts'])];
const setupFiles = [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))];
const minute = 60_000;
// CI retries a failed test once. `npm test` lists retried tests at its end.
const retry = process.env.CI ? 1 : 0;

// A limit for hanging tests, not for slow ones, because the machine may be busy.
const testTimeout = minute;
// Vitest would leave one core unused, which is half of a machine with two.
const maxWorkers = Math.max(2, availableParallelism() - 1);
// While a test of the server or a journey waits, another can use the processor.
const maxWaitingWorkers = maxWorkers + 1;

// Server tests that do not depend on differences between SQLite and PostgreSQL: pure functions, streams, pictures,
// directories, other servers, processes. They run only with SQLite.
const anyDatabase = [
  '**/http/*',
  '**/platform/!(rate-limit|scheduler)*',
  '**/platform/{mail,storage,storage/disk,zip}/*',
  '**/library/{bytes,scan,watching}/*',
  '**/metadata/{matching,providers}/!(provider-pauses)*',
  '**/*-disk-full',
  ...['access', 'artwork-refusals', 'artwork-upload', 'catalogue-index', 'cheat-archive', 'cheat-downloads'],
  ...['cheat-refusals', 'upload-orders'],
  ...['checksum-file', 'choose', 'cli', 'config', 'damaged-files', 'digest-mail', 'download-links'],
  ...[
    'download-ranges',
    'facts',
    'folders',
    'hand-over',
    'hostile-answers',
    'log',
    'login-load',
    'mail-content',
  ],
  ...['mail-texts', 'main', 'match-candidates', 'page-heads', 'providers', 'read-name', 'reading-thread'],
  ...['periods', 'raw-requests', 'rebinding.long', 'idle-connections.long', 'bad-line.long'],
  ...[
    'slow-clients.long',
    'failing-writes.long',
    'recorded-changes.long',
    'faulty-services.long',
    'silent-services.long',
    'hand-over.long',
    'upload-command',
    'download-command',
    'api-examples',
  ],
  ...['hostile-names', 'storage-read-only'],
  ...['sanitizer', 'seed-demo', 'sent-ranges', 'shutdown', 'storage-unavailable', 'texts', 'upload-refusals'],
].map((name) => (name.includes('*') ? `${name}.test.ts` : `**/${name}.test.ts`));
const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** Without the tests that need a store. */
const withoutStore = [...exclude, ...onS3, ...onCluster];
const isCluster = Boolean(process.env.TEST_CLUSTER);
const isInEngines = Boolean(process.env.TEST_ENGINES);

function journeys(): Options {
  if (isCluster) return { include: onCluster };
  return isInEngines ? { include: inEngines } : { exclude: [...withoutStore, ...inEngines] };
}

function serverExclude(): string[] {
  if (process.env.TEST_S3_ENDPOINT) return exclude;
  return [...withoutStore, ...(onPostgres ? anyDatabase : [])];
}

type Options = TestProjectInlineConfiguration['test'];

function project(name: string, root: string, options: Options = {}): TestProjectInlineConfiguration {
  return { test: { name, root, include, exclude, setupFiles, maxWorkers, testTimeout, ...options } };
}

export default defineConfig({
  test: {
    projects: [
      project('scripts', 'scripts', { include: isLong ? [] : ['*.test.mjs'] }),
      project('contract', 'packages/contract', { isolate: false }),
      // Limits for hanging tests. Vitest's defaults of one and five seconds are too short on a busy machine.
      project('web', 'apps/web', { testTimeout: minute, expect: { poll: { timeout: minute / 2 } } }),
      project('bench', 'bench'),
      project('server', 'apps/server', {
        // Loading the server again for each file would take longer than most files run.
        isolate: false,
        ...(process.env.TEST_S3_ENDPOINT ? { include: isCluster ? onCluster : onS3 } : {}),
        exclude: serverExclude(),
        globalSetup: [fileURLToPath(new URL('apps/server/src/test/database-template.ts', import.meta.url))],
        // As for `npm start`: servers and commands started by tests take half the time.
        env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
        retry,
        testTimeout: isLong ? 10 * minute : 2 * minute,
        hookTimeout: 2 * minute,
        maxWorkers: maxWaitingWorkers,
        // The first email of a process loads the renderer, which may take more than a second on a busy machine.
        expect: { poll: { timeout: minute / 2 } },
      }),
      project('e2e', 'e2e', {
        ...journeys(),
        // The files of a worker share a browser and a server process (e2e/support/site.ts).
        isolate: false,
        retry,
        testTimeout: isLong ? 30 * minute : 5 * minute,
        hookTimeout: 5 * minute,
        // Vitest's default of one second is too short for a single check of a page on a busy machine.
        expect: { poll: { timeout: minute } },
        maxWorkers: maxWaitingWorkers,
      }),
    ],
  },
});
