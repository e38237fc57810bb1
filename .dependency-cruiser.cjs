// The arrows of the house (ARCHITECTURE.md): which folder may import which. `npm test` fails where one is crossed.
// TypeScript 7 has no API for tools, so swc reads the files; it sees `import type` as well.

const server = '^apps/server/src/';
const web = '^apps/web/src/';
const feature = `${server}features/([^/]+)/`;
const roots = `${server}((main|app|services|cli)[.]ts$|(services|demo|seed)/)`;
const schema = `${server}db/schema[.]ts$`;
const table = `${feature}.+[.]table[.]ts$`;
const test = '[.]test[.]tsx?$|^apps/server/src/test/|^apps/web/src/test/';

/** A rule that forbids what `from` reaches in `to`. */
function forbid(name, comment, { from, to }) {
  return { name, comment, severity: 'error', from, to };
}

const everywhere = [
  forbid('no-cycles', 'Nothing may lead back to itself, not even by a type.', {
    from: {},
    to: { circular: true },
  }),
  forbid('no-unresolved', 'An import must lead to something.', { from: {}, to: { couldNotResolve: true } }),
  forbid('no-orphans', 'A file that nothing imports and that imports nothing is left over.', {
    from: { orphan: true, pathNot: `${test}|[.]d[.]ts$|[.]config[.]ts$` },
    to: {},
  }),
  forbid('tests-are-leaves', 'What runs knows nothing of tests.', {
    from: { path: '^(packages|apps)/', pathNot: test },
    to: { path: test },
  }),
  forbid(
    'no-dev-package-in-what-runs',
    'What runs on the server or in the page stands under "dependencies".',
    {
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: `${test}|[.]d[.]ts$` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ),
];

const workspaces = [
  forbid(
    'contract-imports-only-zod',
    'The contract is what both sides agree on: no Node, no DOM, nothing but zod.',
    {
      from: { path: '^packages/contract/src/', pathNot: test },
      to: { pathNot: '^packages/contract/src/|^node_modules/zod/' },
    },
  ),
  forbid('server-knows-only-contract', 'The server never imports the page or its tests in the browser.', {
    from: { path: '^apps/server/' },
    to: { path: '^(apps/web|e2e|bench)/' },
  }),
  forbid('web-knows-only-contract', 'The page never imports the server.', {
    from: { path: '^apps/web/' },
    to: { path: '^(apps/server|e2e|bench)/' },
  }),
  forbid('web-imports-no-schemas', 'The page imports api.ts: the endpoints would bring zod along.', {
    from: { path: '^apps/web/', pathNot: test },
    to: { path: '^packages/contract/src/[^/]*endpoints[.]ts$', dependencyTypesNot: ['type-only'] },
  }),
  forbid(
    'outside-stays-outside',
    'Journeys and benchmarks meet the server and the page as a user does, through their front door.',
    {
      // How long statements and jobs take can't be told from there either.
      from: { path: '^(e2e|bench)/', pathNot: '^bench/load/every-' },
      // How good the matching and the rules are can't be told from the front door; what they are made of is measured by itself.
      to: {
        path: '^apps/',
        pathNot: '^apps/server/src/features/(metadata/(matching|providers)/|sanitization/sanitizer)',
      },
    },
  ),
];

const serverLayers = [
  forbid(
    'server-ground-knows-no-feature',
    'platform, db and http serve every feature and know none; of the configuration they know the type.',
    {
      from: { path: `${server}(platform|db|http)/`, pathNot: `${schema}|${test}` },
      to: { path: `${server}features/|${roots}` },
    },
  ),
  forbid(
    'server-schema-lists-tables',
    'The schema lists the tables of all features and knows nothing else of them.',
    {
      from: { path: schema },
      to: { path: `${server}(features|platform|http)/|${roots}`, pathNot: table },
    },
  ),
  forbid('server-schema-imports-only-types', 'The schema is a type: `import type`.', {
    from: { path: schema },
    to: { dependencyTypesNot: ['type-only'] },
  }),
  forbid('server-tables-are-lowest', 'A table is plain data: it uses the contract and kysely.', {
    from: { path: table },
    to: { path: server },
  }),
  forbid(
    'server-config-is-handed-over',
    'Configuration is read once at the root; below, only its type is known.',
    {
      from: { path: `${server}(platform|db|http|features)/`, pathNot: test },
      to: { path: `${server}config[.]ts$`, dependencyTypesNot: ['type-only'] },
    },
  ),
  forbid('server-config-knows-nobody', 'Configuration comes before everything.', {
    from: { path: `${server}config[.]ts$` },
    to: { path: `${server}(features|db|http|platform)/|${roots}` },
  }),
  forbid('server-features-know-no-root', 'main → app → services → features: nothing points back.', {
    from: { path: `${server}features/`, pathNot: test },
    to: { path: roots },
  }),
  forbid('server-services-knows-no-app', 'The composition root is below the application.', {
    from: { path: `${server}services([.]ts$|/)` },
    to: { path: `${server}((main|app|cli)[.]ts$|(demo|seed)/)` },
  }),
  forbid('server-main-is-on-top', 'Nothing imports what starts the process.', {
    from: { path: server, pathNot: test },
    to: { path: `${server}(main|cli)[.]ts$` },
  }),
  forbid(
    'server-main-sees-no-feature',
    'main starts the application; only app, services and cli see several features.',
    {
      from: { path: `${server}[^/]+[.]ts$`, pathNot: `${server}(app|services|cli)[.]ts$|${test}` },
      to: { path: `${server}features/` },
    },
  ),
];

const serverFeatures = [
  forbid('feature-repository-is-lowest', 'routes → service → repository.', {
    from: { path: `${feature}.+[.]repository[.]ts$` },
    to: { path: `${server}features/.+[.](routes|service)[.]ts$` },
  }),
  forbid('feature-routes-are-highest', 'routes → service → repository: only the application mounts routes.', {
    from: { path: `${server}features/`, pathNot: `[.]routes[.]ts$|${test}` },
    to: { path: `${server}features/.+[.]routes[.]ts$` },
  }),
  forbid(
    'features-share-only-service-and-table-types',
    'A feature knows another by the type of its service, which services.ts passes in, and by the types of its tables.',
    {
      from: { path: feature, pathNot: test },
      to: { path: `${server}features/`, pathNot: `${server}features/$1/|[.](service|table)[.]ts$` },
    },
  ),
  forbid('features-share-only-types', 'Features share types, not code: `import type`.', {
    from: { path: feature, pathNot: test },
    to: { path: `${server}features/`, pathNot: `${server}features/$1/`, dependencyTypesNot: ['type-only'] },
  }),
];

const webLayers = [
  forbid('web-ui-knows-no-data', 'ui is looks alone: no data, no router, nothing above.', {
    from: { path: `${web}ui/`, pathNot: test },
    to: {
      path: `${web}(app|pages|features)/|${web}lib/(api|query)|^node_modules/(@tanstack/react-query|react-router)/`,
    },
  }),
  forbid('web-lib-and-i18n-are-lowest', 'lib and i18n serve everything above and know nothing of it.', {
    from: { path: `${web}(lib|i18n)/`, pathNot: test },
    to: { path: `${web}(app|pages|features|ui)/` },
  }),
  forbid(
    'web-features-look-down',
    'app → pages → features: nothing points back; the table of paths is known to all.',
    {
      from: { path: `${web}features/`, pathNot: test },
      to: { path: `${web}(app|pages)/`, pathNot: `${web}app/paths[.]ts$` },
    },
  ),
  forbid(
    'web-features-are-strangers',
    'Features of the page do not import each other; a page brings them together.',
    {
      from: { path: `${web}features/([^/]+)/`, pathNot: test },
      to: { path: `${web}features/`, pathNot: `${web}features/$1/` },
    },
  ),
  forbid(
    'web-pages-look-down',
    'Pages know the table of paths, nothing else of the application around them.',
    {
      from: { path: `${web}pages/`, pathNot: test },
      to: { path: `${web}app/`, pathNot: `${web}app/paths[.]ts$` },
    },
  ),
  forbid('web-pages-are-leaves', 'A page does not import another page.', {
    from: { path: `${web}pages/(.+)[.]tsx$`, pathNot: test },
    to: { path: `${web}pages/[^/]+[.]tsx$` },
  }),
];

module.exports = {
  forbidden: [...everywhere, ...workspaces, ...serverLayers, ...serverFeatures, ...webLayers],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|node_modules/\\.cache)/' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
};
