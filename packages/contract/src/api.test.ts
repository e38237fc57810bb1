import { expect, it } from 'vitest';
import type { AnyEndpoint } from './endpoint.ts';
import { deferredEndpoints, endpoints } from './endpoints.ts';

/** `npx vitest run --project contract api -u` updates the files. */
it.each([
  ['member', 'MemberEndpoints', 'those that the login and the list of games need, and some more'],
  ['deferred', 'DeferredEndpoints', 'those of other pages of members'],
  ['contributor', 'ContributorEndpoints', 'those that only contributors and admins may call'],
  ['admin', 'AdminEndpoints', 'those that only admins may call'],
] as const)('lists the routes of all endpoints in %s-api.ts', async (who, type, which) => {
  const routes = Object.entries<AnyEndpoint>(endpoints)
    .filter(([key, { access }]) => groupOf(key, access) === who)
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

function groupOf(key: string, access: AnyEndpoint['access']) {
  if (access === 'admin' || access === 'contributor') return access;
  return key in deferredEndpoints ? 'deferred' : 'member';
}
