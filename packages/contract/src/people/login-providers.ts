// Logins through OpenID Connect providers: the providers, and the accounts' links to them.
import { z } from 'zod';
import { id, line, named, optionalLine, time } from '../text.ts';
import { language, secret, session } from './accounts.ts';
import { loginProviderLimits } from './rules/login-providers.ts';

/** What the login page needs: a button. */
export const loginButton = z.object({ id: z.string(), label: z.string() }).meta({ id: 'LoginButton' });
export type LoginButton = z.infer<typeof loginButton>;

const wellKnown = /\/\.well-known\/openid-configuration\/?$/;

/**
 * The issuer, without a slash at the end: providers differ in that, and people can't see why it would matter. The address of its
 * configuration is accepted too.
 */
export const issuer = z
  .string()
  .trim()
  .max(loginProviderLimits.addressMax, `must not be longer than ${loginProviderLimits.addressMax} characters`)
  .transform((value) => value.replace(wellKnown, '').replace(/\/+$/, ''))
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
  .refine((value) => !/[?#@]/.test(value), 'must not contain a password, a query or a fragment');

/** RFC 6749 section 3.3. `openid profile email` are always asked for. */
const scopes = optionalLine(loginProviderLimits.scopesMax).refine(
  (value) => /^[\x21\x23-\x5b\x5d-\x7e ]*$/.test(value),
  'must be names separated by spaces',
);

const visibleAscii = /^[\x20-\x7e]*$/;

const providerShape = {
  label: line(loginProviderLimits.labelMax),
  issuer,
  clientId: line(loginProviderLimits.clientIdMax),
  scopes: scopes.default(''),
  /** People without an account get one when they log in. */
  mayCreate: z.boolean().default(false),
  /** New accounts need no approval. */
  approvesAtOnce: z.boolean().default(false),
  /** Addresses count as verified even if the provider does not say so. */
  trustsEmails: z.boolean().default(false),
  /** Whoever has this value in this claim is an admin. Both are empty, or neither is. */
  adminClaim: optionalLine(loginProviderLimits.claimMax).default(''),
  adminValue: optionalLine(loginProviderLimits.claimValueMax).default(''),
  /** Plain http and addresses in private networks are allowed. */
  allowsPrivate: z.boolean().default(false),
  isEnabled: z.boolean().default(true),
};

const clientSecret = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(loginProviderLimits.secretMax, `must not be longer than ${loginProviderLimits.secretMax} characters`)
  .regex(visibleAscii, 'must consist of plain letters, digits and signs');

function hasWholeClaim({ adminClaim, adminValue }: { adminClaim: string; adminValue: string }): boolean {
  return (adminClaim === '') === (adminValue === '');
}

const halfClaim = { path: ['adminValue'], message: 'must be given together with the claim' };

/** The server would refuse to talk to the provider. */
function isReachable({ issuer, allowsPrivate }: { issuer: string; allowsPrivate: boolean }): boolean {
  return allowsPrivate || issuer.startsWith('https:');
}

const needsHttps = {
  path: ['issuer'],
  message: 'must begin with https://, unless the provider is in your own network',
};

/** Without a secret, the client is a public one, which PKCE protects. */
export const newLoginProviderBody = z
  .object({ ...providerShape, clientSecret: clientSecret.optional() })
  .refine(hasWholeClaim, halfClaim)
  .refine(isReachable, needsHttps);
export type NewLoginProvider = z.infer<typeof newLoginProviderBody>;

/** An absent secret does not change; null removes it. */
export const loginProviderBody = z
  .object({ ...providerShape, clientSecret: clientSecret.nullable().optional() })
  .refine(hasWholeClaim, halfClaim)
  .refine(isReachable, needsHttps);
export type LoginProviderChange = z.infer<typeof loginProviderBody>;

export const loginProvider = named('LoginProvider', {
  _id: z.string(),
  label: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
  mayCreate: z.boolean(),
  approvesAtOnce: z.boolean(),
  trustsEmails: z.boolean(),
  adminClaim: z.string(),
  adminValue: z.string(),
  allowsPrivate: z.boolean(),
  isEnabled: z.boolean(),
  hasSecret: z.boolean(),
  /** The environment sets it, so it can't be changed here. */
  isFixed: z.boolean(),
  /** False if the stored secret was encrypted with another key. */
  isReadable: z.boolean(),
});
export type LoginProvider = z.infer<typeof loginProvider>;

export const loginSettings = named('LoginSettings', {
  providers: z.array(loginProvider),
  /** To be registered at each provider. */
  redirectUri: z.string(),
  logoutUri: z.string(),
  localLogin: z.object({
    isOn: z.boolean(),
    /** The only one who can log in with a password while that is off. */
    emergencyAdmin: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  }),
  /** The members that could not log in any more without passwords: they have linked no login of an enabled provider. */
  unlinkedMembers: z.number().int(),
  /** The asking admin has linked a login of an enabled provider. */
  isLinked: z.boolean(),
});
export type LoginSettings = z.infer<typeof loginSettings>;

export const testProviderBody = z.object({ issuer, allowsPrivate: z.boolean().default(false) });

export const providerProblem = z.enum([
  'no_https',
  'private_address',
  'unreachable',
  'timeout',
  'not_found',
  'not_a_provider',
  'issuer_differs',
  'no_authorization',
  'no_token',
  'no_code_flow',
  'no_signing_key',
]);
export type ProviderProblem = z.infer<typeof providerProblem>;

export const providerTest = z.object({
  problem: providerProblem.nullable(),
  /** What the network or the provider said, in English: for `issuer_differs`, the issuer that it named. */
  detail: z.string().nullable(),
  /** The provider can end its own session, too. */
  canLogOut: z.boolean(),
});
export type ProviderTest = z.infer<typeof providerTest>;

/** `emergencyAdminId`: by default the caller. */
export const localLoginBody = z.object({ isOn: z.boolean(), emergencyAdminId: id.optional() });
export type LocalLoginChange = z.infer<typeof localLoginBody>;

/** Anything that is not expected counts as absent: the visitor comes from another site and must get a page, not an error as JSON. */
const lenient = z.string().max(500).optional().catch(undefined);

export const startLoginQuery = z.object({
  /** A path of this site, to open after the login. */
  to: lenient,
  language: language.catch('en'),
});

export const providerParams = z.object({ id });

export const codeBody = z.object({ code: secret });
export const loginThroughProvider = session.extend({
  /** The path to open. */
  returnTo: z.string(),
});

export const providerChoice = z.object({ providerId: id, language: language.default('en') });
export const providerUrl = z.object({
  /** Where to send the browser. */
  url: z.string(),
});

export const loginLink = named('LoginLink', {
  _id: z.string(),
  /** Null if the provider was removed or is off. */
  providerId: z.string().nullable(),
  /** The provider's label; its address if it was removed. */
  label: z.string(),
  /** The address that the provider last named. */
  email: z.string().nullable(),
  createdAt: time,
  lastUsedAt: time.nullable(),
});
export type LoginLink = z.infer<typeof loginLink>;

export const loginLinks = z.object({
  links: z.array(loginLink),
  /** The providers that are not linked yet. */
  providers: z.array(loginButton),
  /** False: the account was made by a provider, and its owner has not set a password. */
  hasPassword: z.boolean(),
});
export type LoginLinks = z.infer<typeof loginLinks>;

export const loginOffer = z.object({
  /** A login from this browser that can be linked to the account now. */
  offer: z.object({ label: z.string(), email: z.string() }).nullable(),
});
export type LoginOffer = z.infer<typeof loginOffer>;
