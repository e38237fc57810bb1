// The user that a person at a provider is: linked, new, or none.
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { LoginProblem } from '@cellar/contract/people/rules/login-providers.ts';
import { email as emailRule, line } from '@cellar/contract/text.ts';
import { isUniqueViolation, lockRows } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { hourMs, isoAt } from '#platform/clock.ts';
import { noPassword } from '#platform/passwords.ts';
import { newId } from '#platform/tokens.ts';
import type { User } from '../members/users.service.ts';
import type { Provider } from './login-providers.service.ts';
import { findLink, insertLink, touchLink } from './oidc.repository.ts';
import type { OidcDeps } from './oidc.ts';
import { withoutSlash } from './provider-client.ts';

export type Found =
  | { user: User }
  | { problem: LoginProblem }
  /** The account with the same address. Its owner may link the login after logging in. */
  | { owner: User };

/** Finds the person's account or creates one, and gives or takes the role of an admin. */
export async function accountOf(
  deps: OidcDeps,
  provider: Provider,
  person: Person,
  language: Language,
): Promise<Found> {
  const link = await findLink(deps.db, person.issuer, person.sub);
  const userId = link?.userId;
  if (!userId) return accountOfStranger(deps, provider, person, language);
  const isProtected = await deps.loginWays.isEmergencyAdmin(userId);
  return deps.db.transaction().execute(async (trx) => {
    await verifyAddress(deps, trx, userId, person);
    await applyAdminClaim(deps, trx, userId, { provider, person, isProtected });
    await touchLink(trx, link.id, { email: person.email ?? null, lastUsedAt: isoAt(deps.clock) });
    const user = await deps.users.find(trx, userId);
    return user ? { user } : { problem: 'not_linked' };
  });
}

/** The provider vouches for the address that its owner has yet to verify here. */
async function verifyAddress({ users, audit }: OidcDeps, trx: Trx, userId: string, person: Person) {
  const user = await users.find(trx, userId);
  if (!user || user.verifiedAt || !person.isEmailVerified || user.email !== person.email) return;
  await users.markVerified(trx, userId);
  await audit.write(trx, { action: 'email_verified', actor: user.email });
}

async function accountOfStranger(
  deps: OidcDeps,
  provider: Provider,
  person: Person,
  language: Language,
): Promise<Found> {
  const { email, isEmailVerified } = person;
  const owner = email === undefined ? undefined : await deps.users.findByEmail(email);
  if (owner && isEmailVerified) return { owner };
  if (!provider.mayCreate) return { problem: 'not_linked' };
  if (email === undefined) return { problem: 'email_missing' };
  const key = `oidc-account:${email}`;
  if ((await deps.limiter.count([{ key, max: 5, windowMs: hourMs }])) !== undefined)
    return { problem: 'limited' };
  // As when registering: someone who has not proven the address does not learn whether it has an account.
  if (owner) return informOwner(deps, owner);
  try {
    return await createAccount(deps, provider, { ...person, email }, language);
  } catch (error) {
    // Another login created it at the same moment.
    if (isUniqueViolation(error)) return { problem: 'expired' };
    throw error;
  }
}

async function informOwner({ db, mails, publicUrl }: OidcDeps, owner: User): Promise<Found> {
  const { id: userId, email: to, name, language } = owner;
  const url = `${publicUrl}/forgot-password`;
  await mails.enqueue(db, await mails.prepare({ kind: 'accountExists', to, userId, name, language, url }));
  mails.deliverSoon();
  return { problem: 'unverified' };
}

async function createAccount(
  deps: OidcDeps,
  provider: Provider,
  person: Person & { email: string },
  language: Language,
): Promise<Found> {
  const { db, users, links, mails, audit } = deps;
  const { name, email, isEmailVerified: isVerified, hasAdminClaim } = person;
  const link = links.draft('verify');
  const mail = await mails.prepare({ kind: 'verify', to: email, name, language, url: link.url });
  // Whoever the provider makes an admin needs no other admin's approval.
  const isApproved = provider.approvesAtOnce || hasAdminClaim === true;
  const user = await db.transaction().execute(async (trx) => {
    const account = { name, email, language, passwordHash: noPassword };
    const { id } = await users.create(trx, account, 'member', { isVerified, isApproved });
    await insertLink(trx, linkRow(deps, id, person));
    await audit.write(trx, { action: 'registered', subject: email, detail: `through ${provider.label}` });
    if (!isVerified) {
      await links.record(trx, link, id);
      await mails.enqueue(trx, { ...mail, userId: id });
    }
    await applyAdminClaim(deps, trx, id, { provider, person, isProtected: false });
    return users.find(trx, id);
  });
  mails.deliverSoon();
  return user ? { user } : { problem: 'expired' };
}

export function linkRow(
  { clock }: Pick<OidcDeps, 'clock'>,
  userId: string,
  person: Pick<Person, 'issuer' | 'sub' | 'email'>,
) {
  const { issuer, sub, email } = person;
  return {
    id: newId(),
    userId,
    issuer,
    sub,
    email: email ?? null,
    createdAt: isoAt(clock),
    lastUsedAt: null,
  };
}

/**
 * Makes a member with the claim an admin. A member without it stops being one if the same provider had made them an admin, except the
 * last admin and the emergency admin, who is the only one with a password.
 */
async function applyAdminClaim(
  { users, audit }: OidcDeps,
  trx: Trx,
  userId: string,
  { provider, person, isProtected }: { provider: Provider; person: Person; isProtected: boolean },
): Promise<void> {
  const { hasAdminClaim, issuer } = person;
  if (hasAdminClaim === undefined) return;
  const admins = await lockAdmins(trx);
  const user = await users.find(trx, userId);
  if (!user) return;
  const detail = `through ${provider.label}`;
  if (hasAdminClaim && user.role !== 'admin' && user.verifiedAt && user.approvedAt) {
    await users.change(trx, userId, { role: 'admin', adminIssuer: issuer });
    await audit.write(trx, { action: 'admin_made', subject: user.email, detail });
  }
  if (hasAdminClaim || user.role !== 'admin' || user.adminIssuer !== issuer) return;
  const isLast = admins.every((id) => id === userId);
  if (isLast || isProtected) return;
  await users.change(trx, userId, { role: 'member', adminIssuer: null });
  await audit.write(trx, { action: 'admin_removed', subject: user.email, detail });
}

/** Locks the admins, so that two logins at the same moment can't both take the role from the last two. Returns the active ones. */
async function lockAdmins(trx: Trx): Promise<string[]> {
  const rows = await lockRows(
    trx,
    trx
      .selectFrom('users')
      .select(['id', 'suspendedAt', 'approvedAt'])
      .where('role', '=', 'admin')
      .orderBy('id'),
  ).execute();
  return rows.filter(({ suspendedAt, approvedAt }) => !suspendedAt && approvedAt).map(({ id }) => id);
}

// What a provider says about a person, reduced to what Cellar uses. Nothing of it is trusted to be well-formed.

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
