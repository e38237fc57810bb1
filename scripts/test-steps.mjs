// The steps of `npm test`, in order. Each returns how many checks passed and failed. Used by test.mjs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { unpackClamd } from '../test/clamd/clamd.mjs';
import { startRadosGateway } from '../test/object-store/rados-gateway.mjs';
import { startSwift } from '../test/object-store/swift.mjs';
import { unpackSmallPrograms } from '../test/small-programs.mjs';
import { ensureBuilt } from './build.mjs';
import { startPostgres } from './postgres.mjs';
import { cacheDir, Failure, note } from './report.mjs';
import { root } from './runtime.mjs';
import {
  ensureChromium,
  ensureFirefox,
  ensureNginx,
  ensureUnpackers,
  ensureWebKit,
} from './system-packages.mjs';
import { check, oneCheck, runFile, runTool, vitest } from './test-tools.mjs';

const workspaces = ['packages/contract', 'apps/server', 'apps/web', 'e2e', 'bench'];
const cruised = ['packages/contract/src', 'apps/server/src', 'apps/web/src', 'e2e', 'bench'];

const anySource = /\.([cm]?[jt]sx?|json|css)$/;
const server = /^(apps\/server|packages\/contract|test)\//;
const page = /^(apps\/web|packages\/contract)\//;
const product = /^(apps|packages|test)\//;
const onServer = { inputs: server, frontDoor: server };
const inBrowser = { inputs: /^(apps|packages|test|e2e)\//, frontDoor: product };

// `inputs` and `frontDoor` are for `--changed` (changed.mjs). A step with `mayBeMissing` needs a system program that some
// developers may not install.

/** The steps of `npm test`. */
export const steps = [
  { name: 'types', title: 'TypeScript in every workspace', run: checkTypes, inputs: anySource },
  {
    name: 'lint',
    title: 'Biome',
    run: (context) => check(context, '@biomejs/biome/bin/biome', ['check']),
    inputs: /./,
  },
  { name: 'arrows', title: 'which folder may import which', run: checkArrows, inputs: anySource },
  {
    name: 'knip',
    title: 'unused files, exports and packages',
    run: (context) => check(context, 'knip/bin/knip.js'),
    inputs: anySource,
  },
  { name: 'build', title: 'the web page', run: build, inputs: page },
  {
    name: 'unit',
    title: 'scripts, contract, web and matching',
    run: (context) => vitest(context, ['scripts', 'contract', 'web', 'bench']),
    inputs: /^(apps|packages|bench|test)\//,
    frontDoor: /^$/,
  },
  { name: 'api-sqlite', title: 'the server on SQLite', run: testOnSqlite, ...onServer },
  {
    name: 'core',
    title: 'core journeys in the browser',
    run: (context) => testInBrowser(context, 'core'),
    mayBeMissing: true,
    ...inBrowser,
  },
];

/** What `npm run test:all` runs in addition. */
export const furtherSteps = [
  {
    name: 'api-postgres',
    title: 'what depends on the database, on PostgreSQL',
    run: (context) => testOnPostgres(context, 'dialect'),
    mayBeMissing: true,
    ...onServer,
  },
  {
    name: 'api-s3',
    title: 'the server on an S3 store',
    run: (context) => testOnStore(context, startRadosGateway),
    mayBeMissing: true,
    ...onServer,
  },
  {
    name: 'journeys',
    title: 'all other journeys in the browser',
    run: (context) => testInBrowser(context),
    mayBeMissing: true,
    ...inBrowser,
  },
  {
    name: 'long-sqlite',
    title: 'long tests of the server on SQLite',
    run: (context) => testOnSqlite(context, 'long'),
    ...onServer,
  },
  {
    name: 'long-postgres',
    title: 'long tests of what depends on the database, on PostgreSQL',
    run: (context) => testOnPostgres(context, 'dialect.long'),
    mayBeMissing: true,
    ...onServer,
  },
  {
    name: 'long-journeys',
    title: 'long journeys in the browser',
    run: (context) => testInBrowser(context, 'long'),
    mayBeMissing: true,
    ...inBrowser,
  },
  {
    name: 'engines',
    title: 'core journeys in Firefox and WebKitGTK',
    run: testInEngines,
    mayBeMissing: true,
    ...inBrowser,
  },
  {
    name: 'cluster',
    title: 'three nodes on PostgreSQL and an S3 store',
    run: testCluster,
    mayBeMissing: true,
    ...inBrowser,
  },
  {
    name: 'swift',
    title: 'the server on an S3 store that keeps fewer promises',
    run: testOnSwift,
    mayBeMissing: true,
    ...onServer,
  },
  {
    name: 'soak',
    title: 'minutes of people who browse, download and upload',
    run: soak,
    inputs: /^(apps|packages|bench)\//,
  },
];

/** Runs only when it is named. */
export const namedSteps = [
  {
    name: 'huge',
    title: 'gigabytes, and games from Debian’s packages',
    run: (context) => testInBrowser(context, 'huge', ['server', 'e2e']),
    ...inBrowser,
  },
];

async function checkTypes(context) {
  // One thread each, because every thread of a compiler works out the shared types anew.
  const codes = await Promise.all(
    workspaces.map((workspace) => {
      const project = ['--project', join(root, workspace, 'tsconfig.json'), '--pretty'];
      // Incremental checks of unchanged code take one second instead of five.
      const memory = join(cacheDir, 'types', `${workspace.replace('/', '-')}.tsbuildinfo`);
      const args = [...project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', memory];
      return runTool(context, 'typescript/bin/tsc', args);
    }),
  );
  return oneCheck(Math.max(...codes));
}

function checkArrows(context) {
  const folders = cruised.filter((folder) => existsSync(join(root, folder)));
  return check(context, 'dependency-cruiser/bin/dependency-cruiser.mjs', folders);
}

async function build({ node }) {
  ensureBuilt(node);
  return oneCheck(0);
}

function testOnSqlite(context, kind) {
  if (kind === 'long') offerPrograms();
  return vitest(context, ['server'], { TEST_DATABASE_URL: undefined }, kind);
}

function offerPrograms() {
  offer(ensureUnpackers);
  offer(unpackClamd);
  offer(unpackSmallPrograms);
}

/** Without these programs, a developer's tests that need them are skipped. In CI they fail. */
function offer(ensure) {
  try {
    ensure();
  } catch (error) {
    if (!(error instanceof Failure) || process.env.CI) throw error;
    note(error.message);
  }
}

async function testOnPostgres(context, kind) {
  if (kind === 'dialect.long') offerPrograms();
  const cluster = await startPostgres();
  try {
    return await vitest(context, ['server'], { TEST_DATABASE_URL: cluster.url }, kind);
  } finally {
    await cluster.stop();
  }
}

function testOnSwift(context) {
  // Servers that are killed and stores that fail are tested with the other store.
  const folders = ['people', 'games', 'transfer', 'folders', 'club', 'messages', 'admin', 'platform'];
  const vitestArgs =
    context.vitestArgs.length > 0 ? context.vitestArgs : folders.map((folder) => `src/${folder}/`);
  return testOnStore({ ...context, vitestArgs }, startSwift);
}

async function testOnStore(context, start) {
  const store = await start();
  try {
    return await vitest(context, ['server'], { TEST_DATABASE_URL: undefined, ...environmentOf(store) }, 's3');
  } finally {
    await store.stop();
  }
}

/** Tells the tests which store to use. */
function environmentOf({ endpoint, accessKeyId, secretAccessKey }) {
  return {
    TEST_S3_ENDPOINT: endpoint,
    TEST_S3_ACCESS_KEY: accessKeyId,
    TEST_S3_SECRET_KEY: secretAccessKey,
  };
}

async function testCluster(context) {
  const programs = { NGINX_PATH: ensureNginx(), CHROMIUM_PATH: ensureChromium() };
  ensureBuilt(context.node);
  const [postgres, gateway] = [await startPostgres(), await startRadosGateway()];
  try {
    const env = { ...environmentOf(gateway), TEST_DATABASE_URL: postgres.url, ...programs };
    return await vitest(context, ['server', 'e2e'], env, 'cluster');
  } finally {
    await gateway.stop();
    await postgres.stop();
  }
}

function testInBrowser(context, kind, projects = ['e2e']) {
  const env = { CHROMIUM_PATH: ensureChromium() };
  if (kind !== 'core') offer(unpackClamd);
  ensureBuilt(context.node);
  return vitest(context, projects, env, kind);
}

function testInEngines(context) {
  const env = { FIREFOX_PATH: ensureFirefox(), MINIBROWSER_PATH: ensureWebKit() };
  ensureBuilt(context.node);
  return vitest(context, ['e2e'], env, 'engines');
}

/** The report of `npm run soak` stays as it is, since its run was longer. */
async function soak(context) {
  ensureBuilt(context.node);
  const minutes = process.env.SOAK_MINUTES ?? '3';
  const args = ['soak', `--minutes=${minutes}`, `--to=${join(cacheDir, 'soak')}`];
  return oneCheck(await runFile(context, join('bench', 'run.ts'), args));
}
