import { expect, it } from 'vitest';
import type { AnyEndpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** `npx vitest run --project contract api -u` updates the files. */
it.each([
  ['member', 'MemberEndpoints', 'all but those that only contributors and admins may call'],
  ['contributor', 'ContributorEndpoints', 'those that only contributors and admins may call'],
  ['admin', 'AdminEndpoints', 'those that only admins may call'],
] as const)('lists the routes of all endpoints in %s-api.ts', async (who, type, which) => {
  const routes = Object.entries<AnyEndpoint>(endpoints)
    .filter(([, { access }]) => (access === 'admin' || access === 'contributor' ? access : 'member') === who)
    .map(([key, { method, path, access }]) => `  ${key}: route('${method}', '${path}', '${access}'),\n`);
  const head = `// Generated from endpoints.ts by api.test.ts: the routes of the API for the page, ${which}.
import { type ${type}, route } from './route.ts';

const routes = {
`;
  const tail = `} satisfies Record<keyof ${type}, ReturnType<typeof route>>;

/** Typed as the endpoints, so that callers know the shapes of each request and response. */
export const ${who}Api = routes as ${type};
`;
  await expect(`${head}${routes.join('')}${tail}`).toMatchFileSnapshot(`${who}-api.ts`);
});
