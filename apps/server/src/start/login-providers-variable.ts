// The value of OIDC_PROVIDERS: login providers that the environment sets.
import { type NewLoginProvider, newLoginProviderBody } from '@cellar/contract/people/login-providers.ts';
import { z } from 'zod';

export type FixedLoginProvider = NewLoginProvider & { id: string };

const name = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must consist of a to z, 0 to 9 and hyphens'),
});
const providers = z.array(name.and(newLoginProviderBody)).max(20);

/** @returns the providers, or what is wrong with the value */
export function parseLoginProviders(value: string): FixedLoginProvider[] | string {
  const result = providers.safeParse(parseJson(value));
  if (!result.success) {
    const [issue] = result.error.issues;
    return `${issue?.path.join('.') || 'the value'}: ${issue?.message}`;
  }
  const found = result.data;
  if (hasRepeated(found.map(({ id }) => id))) return 'id: must be different for each provider';
  if (hasRepeated(found.map(({ issuer }) => issuer))) return 'issuer: must be different for each provider';
  return found;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function hasRepeated(values: string[]): boolean {
  return new Set(values).size < values.length;
}
