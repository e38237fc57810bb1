// The steps of `npm test`, in order. Each returns how many checks passed and failed. Used by test.mjs.
import { existsSync, readdirSync } from 'node:fs';
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
import { addCounts } from './test-report.mjs';
import { check, oneCheck, runFile, runTool, vitest } from './test-tools.mjs';

const workspaces = ['packages/contract', 'apps/server', 'apps/web', 'e2e', 'bench'];
const cruised = ['packages/contract/src', 'apps/server/src', 'apps/web/src', 'e2e', 'bench'];

const anySource = /\.([cm]?[jt]sx?|json|css)$/;
const server = /^(apps\/server|packages\/contract|test)\//;
const page = /^(apps\/web|packages\/contract)\//;
const product = /^(apps|packages|test)\//;

// A step with `mayBeMissing` needs a system program that some developers may not install. `inputs` and `frontDoor` are
// for `--changed` (changed.mjs).
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
    run: testUnits,
    inputs: /^(apps|packages|bench|test)\//,
    frontDoor: /^$/,
  },
  {
    name: 'api-sqlite',
    title: 'the server on SQLite',
    run: testOnSqlite,
    tests: 'apps/server/src',
    inputs: server,
    frontDoor: server,
  },
  {
    name: 'api-postgres',
    title: 'the server on PostgreSQL',
    run: testOnPostgres,
    tests: 'apps/server/src',
    mayBeMissing: true,
    inputs: server,
    frontDoor: server,
  },
  {
    name: 'api-s3',
    title: 'the server on an S3 store',
    run: testOnS3,
    mayBeMissing: true,
    inputs: server,
    frontDoor: server,
  },
  {
    name: 'e2e',
    title: 'journeys in the browser',
    run: testInBrowser,
    tests: 'e2e',
    mayBeMissing: true,
    inputs: /^(apps|packages|test|e2e)\//,
    frontDoor: product,
  },
];

const clusterStep = {
  name: 'cluster',
  title: 'three nodes on PostgreSQL and an S3 store',
  run: testCluster,
  mayBeMissing: true,
  inputs: /^(apps|packages|test|e2e)\//,
  frontDoor: product,
};

const swiftStep = {
  name: 'swift',
  title: 'the server on an S3 store that keeps fewer promises',
  run: testOnSwift,
  mayBeMissing: true,
  inputs: server,
  frontDoor: server,
};

const enginesStep = {
  name: 'engines',
  title: 'core journeys in Firefox and WebKitGTK',
  run: testInEngines,
  mayBeMissing: true,
  inputs: /^(apps|packages|test|e2e)\//,
  frontDoor: product,
};

const soakStep = {
  name: 'soak',
  title: 'minutes of people who browse, download and upload',
  run: soak,
  inputs: /^(apps|packages|bench)\//,
};

/** Returns the steps that have long tests (`*.long.test.ts`), set to run only those. */
export function longSteps() {
  const long = steps
    .filter((step) => step.tests && hasLongTest(join(root, step.tests)))
    .map((step) => ({
      ...step,
      title: `${step.title}, long tests`,
      run: (context) => step.run({ ...context, long: true }),
    }));
  return [...long, enginesStep, clusterStep, swiftStep, soakStep];
}

function hasLongTest(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (!entry.isDirectory()) return entry.name.endsWith('.long.test.ts');
    return entry.name !== 'node_modules' && hasLongTest(join(folder, entry.name));
  });
}

async function checkTypes(context) {
  let worst = 0;
  for (const workspace of workspaces) {
    const project = ['--project', join(root, workspace, 'tsconfig.json'), '--pretty'];
    // Incremental checks of unchanged code take one second instead of five.
    const memory = join(cacheDir, 'types', `${workspace.replace('/', '-')}.tsbuildinfo`);
    const args = [...project, '--incremental', '--tsBuildInfoFile', memory];
    worst = Math.max(worst, await runTool(context, 'typescript/bin/tsc', args));
  }
  return oneCheck(worst);
}

function checkArrows(context) {
  const folders = cruised.filter((folder) => existsSync(join(root, folder)));
  return check(context, 'dependency-cruiser/bin/dependency-cruiser.mjs', folders);
}

async function build({ node }) {
  ensureBuilt(node);
  return oneCheck(0);
}

function testUnits(context) {
  return vitest(context, ['scripts', 'contract', 'web', 'bench']);
}

function testOnSqlite(context) {
  offer(ensureUnpackers);
  offer(unpackClamd);
  offer(unpackSmallPrograms);
  return vitest(context, ['server'], { TEST_DATABASE_URL: undefined });
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

async function testOnPostgres(context) {
  offer(unpackClamd);
  offer(unpackSmallPrograms);
  const cluster = await startPostgres();
  try {
    return await vitest(context, ['server'], { TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.stop();
  }
}

async function testOnS3(context) {
  return testOnStore(context, await startRadosGateway());
}

async function testOnSwift(context) {
  // Servers that are killed and stores that fail are tested with the other store.
  const vitestArgs = context.vitestArgs.length > 0 ? context.vitestArgs : ['src/features', 'src/platform'];
  return testOnStore({ ...context, vitestArgs, long: false }, await startSwift());
}

async function testOnStore(context, store) {
  try {
    return await vitest(context, ['server'], { TEST_DATABASE_URL: undefined, ...storeEnvironment(store) });
  } finally {
    await store.stop();
  }
}

/** Tells the tests which store to use. */
function storeEnvironment({ endpoint, accessKeyId, secretAccessKey }) {
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
    const env = {
      ...storeEnvironment(gateway),
      TEST_DATABASE_URL: postgres.url,
      TEST_CLUSTER: '1',
      ...programs,
    };
    return await vitest({ ...context, long: false }, ['server', 'e2e'], env);
  } finally {
    await gateway.stop();
    await postgres.stop();
  }
}

// axe checks each page in two windows, which takes minutes. Tests with `axe` in their names are long
// tests.
const withAxe = String.raw`\baxe\b`;

async function testInBrowser(context) {
  const env = { CHROMIUM_PATH: ensureChromium() };
  offer(unpackClamd);
  ensureBuilt(context.node);
  if (!context.long) return vitest(context, ['e2e'], env, `^(?!.*${withAxe})`);
  const long = await vitest(context, ['e2e'], env);
  if (process.env.CELLAR_HUGE_TESTS) return long;
  const axe = await vitest({ ...context, long: false }, ['e2e'], env, withAxe);
  return addCounts(long, axe);
}

async function testInEngines(context) {
  const env = { TEST_ENGINES: '1', FIREFOX_PATH: ensureFirefox(), MINIBROWSER_PATH: ensureWebKit() };
  ensureBuilt(context.node);
  return vitest({ ...context, long: false }, ['e2e'], env);
}

/** The report of `npm run soak` stays as it is, since its run was longer. */
async function soak(context) {
  ensureBuilt(context.node);
  const minutes = process.env.SOAK_MINUTES ?? '3';
  const args = ['soak', `--minutes=${minutes}`, `--to=${join(cacheDir, 'soak')}`];
  return oneCheck(await runFile(context, join('bench', 'run.ts'), args));
}
