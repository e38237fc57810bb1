import { expect, it } from 'vitest';
import type { AnyEndpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

it('lists the routes of all endpoints in api.ts (`npx vitest run --project contract api -u` updates it)', async () => {
  const routes = Object.entries<AnyEndpoint>(endpoints).map(
    ([name, { method, path, access }]) => `  ${name}: route('${method}', '${path}', '${access}'),\n`,
  );
  await expect(`${head}${routes.join('')}${tail}`).toMatchFileSnapshot('api.ts');
});

const head = `// Generated from endpoints.ts by api.test.ts: the routes of the API, for its callers. The page imports these instead of
// the endpoints, whose schemas would bring zod into its scripts.
import type { Access, Method } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

const route = (method: Method, path: string, access: Access) => ({ method, path, access });

const routes = {
`;

const tail = `} satisfies Record<keyof Endpoints, ReturnType<typeof route>>;

/** Typed as the endpoints, so that callers know the shapes of each request and response. */
export const api = routes as Endpoints;
`;
