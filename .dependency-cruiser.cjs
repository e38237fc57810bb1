// The allowed directions of imports (the "arrows" of ARCHITECTURE.md). `npm test` fails for each violation.
// TypeScript 7 has no API for tools, so swc parses the files, including `import type`.

const server = '^apps/server/src/';
const web = '^apps/web/src/';
const houses = '(people|games|transfer|folders|club|messages|admin)/';
const serverHouse = server + houses;
const webHouse = web + houses;
const config = `${server}start/config(-variables)?[.]ts$`;
const roots = `${server}((start/(main|app|services|cli|commands)[.]ts$)|(start/services|demo|seed)/)`;
const schema = `${server}db/schema[.]ts$`;
const table = `${serverHouse}tables[.]ts$`;
const test = '[.]test[.]tsx?$|^apps/server/src/test/|^apps/web/src/test/';

/** A rule that forbids imports in `from` of modules in `to`. */
function forbid(name, comment, { from, to }) {
  return { name, comment, severity: 'error', from, to };
}

const everywhere = [
  forbid('no-cycles', 'No cycles, not even of types.', {
    from: {},
    to: { circular: true },
  }),
  forbid('no-unresolved', 'Every import must be resolvable.', { from: {}, to: { couldNotResolve: true } }),
  forbid('no-orphans', 'A file without imports that nothing imports is dead.', {
    from: { orphan: true, pathNot: `${test}|[.]d[.]ts$|[.]config[.]ts$` },
    to: {},
  }),
  forbid('tests-are-leaves', 'Production code does not import tests.', {
    from: { path: '^(packages|apps)/', pathNot: test },
    to: { path: test },
  }),
  forbid(
    'no-dev-package-in-what-runs',
    'Packages used by the server or the page are listed under "dependencies".',
    {
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: `${test}|[.]d[.]ts$` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ),
];

const workspaces = [
  forbid(
    'contract-imports-only-zod',
    'The contract is shared by server and page: it uses neither Node nor the DOM, only zod.',
    {
      from: { path: '^packages/contract/src/', pathNot: test },
      to: { pathNot: '^packages/contract/src/|^node_modules/zod/' },
    },
  ),
  forbid('server-knows-only-contract', 'The server imports neither the page nor the browser tests.', {
    from: { path: '^apps/server/' },
    to: { path: '^(apps/web|e2e|bench)/' },
  }),
  forbid('web-knows-only-contract', 'The page never imports the server.', {
    from: { path: '^apps/web/' },
    to: { path: '^(apps/server|e2e|bench)/' },
  }),
  forbid(
    'web-imports-no-schemas',
    'The page imports member-api.ts and admin-api.ts instead: schemas add zod, and api.ts the routes of both.',
    {
      from: { path: '^apps/web/', pathNot: test },
      to: {
        path: '^packages/contract/src/(.*endpoints|api)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
  ),
  forbid(
    'outside-stays-outside',
    'Browser tests and benchmarks use the server and the page only from outside, like users.',
    {
      // The durations of statements and jobs can't be measured from outside.
      from: { path: '^(e2e|bench)/', pathNot: '^bench/load/every-' },
      // The quality of matching and sanitization rules can't be measured from outside either.
      to: {
        path: '^apps/',
        pathNot: '^apps/server/src/games/(metadata/(matching|providers)/|sanitization/sanitizer)',
      },
    },
  ),
];

const serverLayers = [
  forbid('server-base-knows-no-house', 'platform, db and http import no house.', {
    from: { path: `${server}(platform|db|http)/`, pathNot: `${schema}|${test}` },
    to: { path: `${serverHouse}|${roots}` },
  }),
  forbid(
    'server-schema-lists-tables',
    'The schema imports the tables of the houses and nothing else of them.',
    {
      from: { path: schema },
      to: { path: `${serverHouse}|${server}(platform|http)/|${roots}`, pathNot: table },
    },
  ),
  forbid('server-schema-imports-only-types', 'The schema is only a type, so it uses `import type`.', {
    from: { path: schema },
    to: { dependencyTypesNot: ['type-only'] },
  }),
  forbid('server-tables-are-lowest', 'A table is a plain type that imports only the contract and kysely.', {
    from: { path: table },
    to: { path: server },
  }),
  forbid(
    'server-config-is-handed-over',
    'The configuration is read once at the start. Other modules import only its type.',
    {
      from: { path: `${serverHouse}|${server}(platform|db|http)/`, pathNot: test },
      to: { path: config, dependencyTypesNot: ['type-only'] },
    },
  ),
  forbid(
    'server-config-knows-nobody',
    'The configuration imports no other module but the form of an address.',
    {
      from: { path: config },
      to: {
        path: `${serverHouse}|${server}(db|http|platform)/|${roots}`,
        pathNot: '/(s3|clamd)-address[.]ts$',
      },
    },
  ),
  forbid('server-houses-know-no-start', 'main → app → services → houses, not the other way.', {
    from: { path: serverHouse, pathNot: test },
    to: { path: roots },
  }),
  forbid('server-services-know-no-app', 'The composition root is below the application.', {
    from: { path: `${server}start/services([.]ts$|/)` },
    to: { path: `${server}(start/(main|app|cli)[.]ts$|(demo|seed)/)` },
  }),
  forbid('server-main-is-on-top', 'Nothing imports the modules that start a process.', {
    from: { path: server, pathNot: test },
    to: { path: `${server}start/(main|cli)[.]ts$` },
  }),
  forbid('server-main-sees-no-house', 'Only app, services and commands import houses.', {
    from: {
      path: `${server}start/[^/]+[.]ts$`,
      pathNot: `${server}start/(app|services|commands)[.]ts$|${test}`,
    },
    to: { path: serverHouse },
  }),
];

const serverHouses = [
  forbid('repository-is-lowest', 'routes → service → repository.', {
    from: { path: `${serverHouse}.+[.]repository[.]ts$` },
    to: { path: `${serverHouse}.+[.](routes|service)[.]ts$` },
  }),
  forbid('routes-are-highest', 'routes → service → repository; only the application imports routes.', {
    from: { path: serverHouse, pathNot: `[.]routes[.]ts$|${test}` },
    to: { path: `${serverHouse}.+[.]routes[.]ts$` },
  }),
  forbid(
    'houses-share-only-service-and-table-types',
    'From another house, only the types of services (services.ts passes them in) and of tables are imported.',
    {
      from: { path: serverHouse, pathNot: test },
      to: { path: serverHouse, pathNot: `${server}$1/|[.]service[.]ts$|/tables[.]ts$` },
    },
  ),
  forbid('houses-share-only-types', 'Houses share types, not code: `import type`.', {
    from: { path: serverHouse, pathNot: test },
    to: { path: serverHouse, pathNot: `${server}$1/`, dependencyTypesNot: ['type-only'] },
  }),
];

const webLayers = [
  forbid('web-ui-knows-no-data', 'ui is presentation only: no data, no router, no house.', {
    from: { path: `${web}ui/`, pathNot: test },
    to: {
      path: `${webHouse}|${web}(app|pages)/|${web}lib/(api|query)|^node_modules/(@tanstack/react-query|react-router)/`,
    },
  }),
  forbid('web-lib-and-i18n-are-lowest', 'lib and i18n import no page, house or component.', {
    from: { path: `${web}(lib|i18n)/`, pathNot: test },
    to: { path: `${webHouse}|${web}(app|pages|ui)/` },
  }),
  forbid('web-houses-look-down', 'app → pages → houses, not the other way.', {
    from: { path: webHouse, pathNot: test },
    to: { path: `${web}(app|pages)/` },
  }),
  forbid('web-houses-are-separate', 'Houses do not import each other; pages combine them.', {
    from: { path: webHouse, pathNot: test },
    to: { path: webHouse, pathNot: `${web}$1/` },
  }),
  forbid('web-pages-look-down', 'Pages import nothing from app.', {
    from: { path: `${web}pages/`, pathNot: test },
    to: { path: `${web}app/` },
  }),
  forbid('web-pages-are-leaves', 'A page does not import another page.', {
    from: { path: `${web}pages/(.+)[.]tsx$`, pathNot: test },
    to: { path: `${web}pages/[^/]+[.]tsx$` },
  }),
];

module.exports = {
  forbidden: [...everywhere, ...workspaces, ...serverLayers, ...serverHouses, ...webLayers],
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
