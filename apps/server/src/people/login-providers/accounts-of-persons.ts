// The user that a person at a provider is: linked, new, or none.
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { LoginProblem } from '@cellar/contract/people/rules/login-providers.ts';
import { isUniqueViolation, lockRows } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';
import { noPassword } from '#platform/passwords.ts';
import { newId } from '#platform/tokens.ts';
import type { User } from '../members/users.service.ts';
import type { Person } from './claims.ts';
import { findLink, insertLink, touchLink } from './links.repository.ts';
import type { Provider } from './login-providers.service.ts';
import type { OidcDeps } from './oidc.ts';

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
