// What a provider says about a person, reduced to what Cellar uses. Nothing of it is trusted to be well-formed.
import { email as emailRule, line } from '@cellar/contract/text.ts';
import type { Provider } from './login-providers.service.ts';
import { withoutSlash } from './provider-client.ts';

export type Claims = Record<string, unknown>;

/** A person at a provider. */
export interface Person {
  /** Without a slash at the end, like that of the provider. */
  issuer: string;
  sub: string;
  /** Undefined if the provider named none, or one that Cellar does not accept. */
  email: string | undefined;
  isEmailVerified: boolean;
  name: string;
  /** Whether the claim of an admin has the value. Undefined if the provider has no such rule. */
  hasAdminClaim: boolean | undefined;
  /** When the person last logged in at the provider, ISO 8601. Undefined if the provider does not say. */
  authenticatedAt: string | undefined;
}

/** OpenID Connect Core 1.0 section 2: at most 255 ASCII characters. */
const maxSub = 255;
const nameRule = line(100);

/** `userInfo` complements the claims of the ID token. @throws an error without a usable `sub` */
export function personOf(provider: Provider, idToken: Claims, userInfo: Claims): Person {
  const { iss, sub } = idToken;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > maxSub) {
    throw new Error('the ID token has no usable subject');
  }
  const all = { ...idToken, ...userInfo };
  const address = addressOf(idToken, userInfo);
  return {
    ...{ issuer: withoutSlash(iss), sub },
    ...address,
    isEmailVerified: address.email !== undefined && (provider.trustsEmails || address.isEmailVerified),
    name: nameOf(all) ?? address.email?.split('@')[0] ?? 'Member',
    hasAdminClaim: provider.adminClaim === '' ? undefined : hasValue(all, provider),
    authenticatedAt: timeOf(idToken.auth_time),
  };
}

/** Takes both from one source, so that a verified address of one never vouches for that of the other. */
function addressOf(idToken: Claims, userInfo: Claims) {
  const source = 'email' in userInfo ? userInfo : idToken;
  const parsed = emailRule.safeParse(source.email);
  return {
    email: parsed.success ? parsed.data : undefined,
    // Some providers send all claims as text.
    isEmailVerified: source.email_verified === true || source.email_verified === 'true',
  };
}

function nameOf({ name, preferred_username: username }: Claims): string | undefined {
  return [name, username].map((value) => nameRule.safeParse(value).data).find((value) => value !== undefined);
}

/**
 * The claim is a name, or a path such as `realm_access.roles`. Its value is a text, true, a list of texts, or an object whose keys are the
 * roles (Zitadel).
 */
function hasValue(claims: Claims, { adminClaim, adminValue }: Provider): boolean {
  return [valueAt(claims, adminClaim)].flat().some((value) => {
    if (isObject(value)) return Object.hasOwn(value, adminValue) && Boolean(value[adminValue]);
    return value === adminValue || (value === true && adminValue === 'true');
  });
}

/** Names may have dots themselves, such as `resource_access.games.example.org.roles`; the longest one that exists counts. */
function valueAt(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined;
  const names = Object.keys(claims).filter((name) => path === name || path.startsWith(`${name}.`));
  const name = names.toSorted((a, b) => b.length - a.length).at(0);
  if (name === undefined) return undefined;
  return name === path ? claims[name] : valueAt(claims[name], path.slice(name.length + 1));
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `auth_time`: seconds since 1970. */
function timeOf(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined;
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
