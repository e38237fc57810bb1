// What the OpenAPI document says about access. Programs that are generated from it send no session where none is needed.
import { api } from '@cellar/contract/api.ts';
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { expect, it } from 'vitest';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp();

it('the OpenAPI document says for each endpoint whether it needs a session', async () => {
  const { body } = await app.visitor.call(api.openapi);
  const { paths } = JSON.parse(typeof body === 'string' ? body : JSON.stringify(body));
  for (const [name, { access, method, path }] of Object.entries<AnyEndpoint>(endpoints)) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.operationId, path).toBe(name);
    const asksFor = operation.security?.flatMap((one: object) => Object.keys(one));
    if (access === 'public') expect(asksFor, name).toEqual([]);
    else expect(asksFor, name).toContain(access === 'monitor' ? 'metricsToken' : 'session');
  }
});
