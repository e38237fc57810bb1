// Checks that each rule of .dependency-cruiser.cjs works, with a small project in a temporary folder that violates each
// rule once.
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './runtime.mjs';

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

// A project without violations.
const validProject = {
  'packages/contract/src/member-api.ts': "import type { E } from './endpoints.ts';",
  'packages/contract/src/api.ts': "import './member-api.ts';",
  'packages/contract/src/endpoints.ts': "import 'zod';",
  'apps/server/src/start/main.ts': "import './app.ts'; import './config.ts';",
  'apps/server/src/start/cli.ts': "import './services.ts';",
  'apps/server/src/start/app.ts': "import './services.ts'; import '#games/games.routes.ts';",
  'apps/server/src/start/services.ts': "import './config.ts'; import './services/games.ts';",
  'apps/server/src/start/services/games.ts':
    "import '#games/games.service.ts'; import '#transfer/files/files.service.ts';",
  'apps/server/src/start/config.ts': "import 'zod';",
  'apps/server/src/http/route.ts':
    "import '@cellar/contract/endpoints.ts'; import type { C } from '#start/config.ts';",
  'apps/server/src/db/database.ts': "import type { C } from '#start/config.ts';",
  'apps/server/src/db/schema.ts': "import type { T } from '#games/tables.ts';",
  'apps/server/src/platform/clock.ts': "import 'node:timers';",
  'apps/server/src/platform/tokens.ts': "import './clock.ts';",
  'apps/server/src/transfer/files/files.service.ts': "import '#db/database.ts';",
  'apps/server/src/games/games.routes.ts':
    "import './games.service.ts'; import './games.repository.ts'; import '#http/route.ts';",
  'apps/server/src/games/games.service.ts':
    "import './games.repository.ts'; import type { F } from '#transfer/files/files.service.ts'; import '#platform/clock.ts';",
  'apps/server/src/games/games.repository.ts': "import '#db/database.ts';",
  'apps/server/src/games/tables.ts': "import type { G } from '@cellar/contract/api.ts';",
  'apps/server/src/games/games.service.test.ts': "import './games.service.ts'; import '#test/build-app.ts';",
  'apps/server/src/test/build-app.ts': "import '#start/app.ts';",
  'apps/web/src/app/root.tsx': "import '#lib/paths.ts'; import '#pages/games.tsx';",
  'apps/web/src/lib/paths.ts': "import '@cellar/contract/member-api.ts';",
  'apps/web/src/pages/games.tsx': "import '#lib/paths.ts'; import '#games/card.tsx';",
  'apps/web/src/pages/home.tsx': "import '#lib/paths.ts';",
  'apps/web/src/games/card.tsx':
    "import '#ui/cover.tsx'; import '#lib/api-client.ts'; import '#lib/paths.ts';",
  'apps/web/src/transfer/uploads/queue.tsx': "import '#i18n/i18n.ts'; import 'react';",
  'apps/web/src/ui/cover.tsx': "import '#lib/format.ts';",
  'apps/web/src/lib/api-client.ts': "import '@cellar/contract/member-api.ts';",
  'apps/web/src/lib/format.ts': "import '@cellar/contract/member-api.ts';",
  'apps/web/src/i18n/i18n.ts': "import 'react';",
  'e2e/journey.test.ts': "import '@cellar/contract/api.ts';",
  'bench/run.ts': "import '@cellar/contract/api.ts';",
};

// One line per violation: the rule, the file, and the code to add to it.
const violations = [
  ['no-cycles', 'apps/server/src/platform/clock.ts', "import type { T } from './tokens.ts';"],
  ['no-unresolved', 'apps/server/src/http/route.ts', "import './gone.ts';"],
  ['no-orphans', 'apps/server/src/platform/left-over.ts', ''],
  ['tests-are-leaves', 'apps/server/src/start/app.ts', "import '#test/build-app.ts';"],
  ['no-dev-package-in-what-runs', 'apps/server/src/start/app.ts', "import 'vitest';"],
  ['contract-imports-only-zod', 'packages/contract/src/api.ts', "import type { Stats } from 'node:fs';"],
  ['contract-imports-only-zod', 'packages/contract/src/games/games.ts', "import 'react';"],
  ['server-knows-only-contract', 'apps/server/src/start/app.ts', "import '../../../web/src/lib/paths.ts';"],
  ['web-imports-no-schemas', 'apps/web/src/lib/format.ts', "import '@cellar/contract/endpoints.ts';"],
  ['web-imports-no-schemas', 'apps/web/src/lib/format.ts', "import '@cellar/contract/api.ts';"],
  [
    'web-knows-only-contract',
    'apps/web/src/lib/format.ts',
    "import type { C } from '../../../server/src/start/config.ts';",
  ],
  ['outside-stays-outside', 'bench/run.ts', "import '../apps/server/src/start/config.ts';"],
  [
    'server-base-knows-no-house',
    'apps/server/src/http/route.ts',
    "import type { F } from '#transfer/files/files.service.ts';",
  ],
  [
    'server-schema-lists-tables',
    'apps/server/src/db/schema.ts',
    "import type { F } from '#transfer/files/files.service.ts';",
  ],
  ['server-schema-imports-only-types', 'apps/server/src/db/schema.ts', "import '#games/tables.ts';"],
  ['server-tables-are-lowest', 'apps/server/src/games/tables.ts', "import type { S } from '#db/schema.ts';"],
  ['server-config-is-handed-over', 'apps/server/src/db/database.ts', "import { c } from '#start/config.ts';"],
  ['server-config-knows-nobody', 'apps/server/src/start/config.ts', "import '#platform/clock.ts';"],
  [
    'server-houses-know-no-start',
    'apps/server/src/transfer/files/files.service.ts',
    "import type { S } from '#start/services.ts';",
  ],
  ['server-services-know-no-app', 'apps/server/src/start/services/games.ts', "import '../app.ts';"],
  ['server-main-is-on-top', 'apps/server/src/start/app.ts', "import './main.ts';"],
  ['server-main-sees-no-house', 'apps/server/src/start/main.ts', "import '#games/games.service.ts';"],
  ['repository-is-lowest', 'apps/server/src/games/games.repository.ts', "import './games.service.ts';"],
  ['routes-are-highest', 'apps/server/src/games/games.service.ts', "import './games.routes.ts';"],
  [
    'houses-share-only-service-and-table-types',
    'apps/server/src/transfer/files/files.service.ts',
    "import type { R } from '#games/games.repository.ts';",
  ],
  [
    'houses-share-only-types',
    'apps/server/src/transfer/files/files.service.ts',
    "import { g } from '#games/games.service.ts';",
  ],
  ['web-ui-knows-no-data', 'apps/web/src/ui/cover.tsx', "import '#lib/api-client.ts';"],
  ['web-ui-knows-no-data', 'apps/web/src/ui/link.tsx', "import 'react-router';"],
  ['web-lib-and-i18n-are-lowest', 'apps/web/src/lib/format.ts', "import '#ui/cover.tsx';"],
  ['web-houses-look-down', 'apps/web/src/transfer/uploads/queue.tsx', "import '#pages/games.tsx';"],
  [
    'web-houses-are-separate',
    'apps/web/src/transfer/uploads/queue.tsx',
    "import type { C } from '#games/card.tsx';",
  ],
  ['web-pages-look-down', 'apps/web/src/pages/games.tsx', "import '#app/root.tsx';"],
  ['web-pages-are-leaves', 'apps/web/src/pages/games.tsx', "import './home.tsx';"],
];

it('the check reports nothing in a valid project', async () => {
  expect(await violationsOf(createProject())).toEqual([]);
});

it('the list of violations covers every rule', () => {
  const violated = violations.map(([rule]) => rule);
  expect([...new Set(violated)].sort()).toEqual(forbidden.map((rule) => rule.name).sort());
});

it.each(violations)('%s: in %s, %s', async (rule, file, code) => {
  const folder = createProject();
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  appendFileSync(join(folder, file), code);
  expect(await violationsOf(folder)).toContainEqual({ rule, file });
});

function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'cellar-arrows-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, code] of Object.entries(validProject)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  for (const workspace of ['.', 'packages/contract', 'apps/server', 'apps/web', 'e2e', 'bench']) {
    cpSync(join(root, workspace, 'package.json'), join(folder, workspace, 'package.json'));
  }
  mkdirSync(join(folder, 'node_modules/@cellar'), { recursive: true });
  symlinkSync('../../packages/contract', join(folder, 'node_modules/@cellar/contract'));
  for (const name of ['zod', 'react', 'react-router', 'vitest']) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{ "main": "index.js" }');
    writeFileSync(join(folder, 'node_modules', name, 'index.js'), '');
  }
  return folder;
}

async function violationsOf(folder) {
  const { output } = await cruise(['packages', 'apps', 'e2e', 'bench'], {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
  });
  return output.summary.violations.map(({ rule, from }) => ({ rule: rule.name, file: from }));
}
