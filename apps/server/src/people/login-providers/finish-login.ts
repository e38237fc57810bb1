// What happens when a provider sends the browser back. Any node can do it.
import type { LoginProblem } from '@cellar/contract/people/rules/login-providers.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import { confirmSession } from '../auth/sessions.repository.ts';
import type { User } from '../members/users.service.ts';
import { accountOf, linkRow, type Person, personOf } from './accounts-of-persons.ts';
import type { Provider } from './login-providers.service.ts';
import {
  findLink,
  insertLink,
  insertResult,
  type LoginRow,
  type ResultRow,
  takeLogin,
} from './oidc.repository.ts';
import { loginPurpose, logoutUriOf, type OidcDeps, resultPurpose, siteUrlIn } from './oidc.ts';
import { type Configuration, discover, loadClient, loginProblemOf } from './provider-client.ts';

/** Where the page continues. */
export type Finished =
  | { kind: 'login'; code: string }
  | { kind: 'linked' | 'confirmed'; returnTo: string }
  | {
      kind: 'failed';
      purpose: LoginRow['purpose'];
      problem: LoginProblem;
      returnTo: string;
      /** The address of the account to log in to. */
      email?: string | undefined;
    };

/** What a login leaves for the page. `offer` leaves the first three. */
export interface LoginResult {
  issuer: string;
  sub: string;
  email: string | null;
  returnTo?: string;
  authenticatedAt?: string | undefined;
  /** The address that ends the provider's session. */
  logoutUrl?: string | undefined;
}

const codeMs = minuteMs;
const offerMs = 10 * minuteMs;
/** Clocks of servers may differ by this much. */
const clockDriftMs = minuteMs;
/** Longer addresses are refused by some servers. */
const maxLogoutUrl = 4000;

export class Failed extends Error {
  readonly problem: LoginProblem;
  readonly email: string | undefined;

  constructor(problem: LoginProblem, email?: string) {
    super(problem);
    this.problem = problem;
    this.email = email;
  }
}

/** `search`: the query of the address that the browser came back to. */
export async function finishLogin(
  deps: OidcDeps,
  search: string,
  browserHash: string | undefined,
): Promise<Finished> {
  const state = new URLSearchParams(search).get('state') ?? '';
  const row = await takeLogin(deps.db, hashToken(state), deps.clock);
  if (!row) return { kind: 'failed', purpose: 'login', problem: 'expired', returnTo: '' };
  const { purpose, returnTo } = row;
  try {
    if (row.browserHash !== browserHash) throw new Failed('other_browser');
    return await finishWith(deps, row, { search, state });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return { kind: 'failed', purpose, problem: error.problem, returnTo, email: error.email };
  }
}

async function finishWith(
  deps: OidcDeps,
  row: LoginRow,
  answer: { search: string; state: string },
): Promise<Finished> {
  const provider = await deps.providers.findEnabled(row.providerId);
  if (!provider) throw new Failed('unknown_provider');
  const { person, logoutUrl } = await askProvider(deps, provider, row, answer);
  if (row.purpose === 'link') return linkTo(deps, provider, row, person);
  if (row.purpose === 'confirm') return confirmBy(deps, row, person);
  const found = await accountOf(deps, provider, person, row.language);
  if ('owner' in found) {
    await leaveResult(deps, row, found.owner, { kind: 'offer', result: resultOf(person) });
    throw new Failed('link_first', found.owner.email);
  }
  if ('problem' in found) throw new Failed(found.problem);
  const problem = stateOf(found.user);
  if (problem) throw new Failed(problem);
  const { authenticatedAt } = person;
  const result = { ...resultOf(person), returnTo: row.returnTo, authenticatedAt, logoutUrl };
  return { kind: 'login', code: await leaveResult(deps, row, found.user, { kind: 'login', result }) };
}

/** Returns why the account can't log in. */
export function stateOf(user: User): 'suspended' | 'unverified' | 'pending' | undefined {
  if (user.suspendedAt) return 'suspended';
  if (!user.verifiedAt) return 'unverified';
  return user.approvedAt ? undefined : 'pending';
}

/** Exchanges the code and reads the claims. @throws Failed */
async function askProvider(
  deps: OidcDeps,
  provider: Provider,
  row: LoginRow,
  { search, state }: { search: string; state: string },
): Promise<{ person: Person; logoutUrl: string | undefined }> {
  const secrets = await deps.box.open(row.sealed, loginPurpose);
  if (secrets === undefined) throw new Failed('expired');
  const { nonce, verifier } = JSON.parse(secrets) as { nonce: string; verifier: string };
  try {
    const client = await loadClient();
    const config = await discover(deps.http, provider);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    // Also checks `iss` of the answer, so that no other provider can pass off its code as this one's (RFC 9207).
    const tokens = await client.authorizationCodeGrant(
      config,
      new URL(`${row.redirectUri}${search}`),
      checks,
    );
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider has sent no ID token');
    const userInfo = config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
    const person = personOf(provider, claims, userInfo);
    return { person, logoutUrl: await logoutUrlOf(config, row, tokens.id_token) };
  } catch (error) {
    const problem = loginProblemOf(error);
    deps.log.warn({ err: error, provider: provider.label, problem }, 'a login through a provider has failed');
    throw new Failed(problem);
  }
}

/** OpenID Connect RP-Initiated Logout 1.0 section 2. */
async function logoutUrlOf(
  config: Configuration,
  { redirectUri }: LoginRow,
  idToken: string | undefined,
): Promise<string | undefined> {
  if (!config.serverMetadata().end_session_endpoint) return undefined;
  const client = await loadClient();
  const after = { post_logout_redirect_uri: logoutUriOf(siteUrlIn(redirectUri)) };
  const whole = client.buildEndSessionUrl(config, { ...after, ...(idToken && { id_token_hint: idToken }) });
  return whole.href.length <= maxLogoutUrl ? whole.href : client.buildEndSessionUrl(config, after).href;
}

function resultOf({ issuer, sub, email }: Person): LoginResult {
  return { issuer, sub, email: email ?? null };
}

/** Returns the code that takes the result. */
async function leaveResult(
  { db, clock, box }: OidcDeps,
  { browserHash, providerId }: LoginRow,
  user: User,
  { kind, result }: { kind: ResultRow['kind']; result: LoginResult },
): Promise<string> {
  const code = newToken();
  await insertResult(db, {
    ...{ browserHash, kind, providerId, userId: user.id, codeHash: hashToken(code) },
    sealed: await box.seal(JSON.stringify(result), resultPurpose),
    createdAt: isoAt(clock),
    expiresAt: isoAt(clock, kind === 'login' ? codeMs : offerMs),
  });
  return code;
}

/** @throws Failed */
async function linkTo(
  deps: OidcDeps,
  { label }: Provider,
  { userId, sessionHash, returnTo }: LoginRow,
  person: Person,
): Promise<Finished> {
  if (!userId || !sessionHash) throw new Failed('expired');
  await linkPerson(deps, userId, person, { label, sessionHash });
  return { kind: 'linked', returnTo };
}

/**
 * Links a person to a user, who is told by email. Nothing happens if they are linked already. `sessionHash`: the session that asked for
 * it, which a new password may have ended since.
 *
 * @throws Failed
 */
export async function linkPerson(
  deps: OidcDeps,
  userId: string,
  person: Pick<Person, 'issuer' | 'sub' | 'email'>,
  { label, sessionHash }: { label: string; sessionHash?: string },
): Promise<void> {
  const { db, users, audit, mails } = deps;
  const known = await findLink(db, person.issuer, person.sub);
  if (known?.userId === userId) return;
  if (known) throw new Failed('linked_elsewhere');
  const owner = await users.find(db, userId);
  if (!owner) throw new Failed('expired');
  const mail = await mails.prepare({
    ...{ kind: 'loginLinked', to: owner.email, userId, name: owner.name, language: owner.language },
    url: `${deps.publicUrl}/account?tab=security`,
    values: { label, login: person.email ?? person.sub },
  });
  try {
    await db.transaction().execute(async (trx) => {
      const user = await users.lock(trx, userId);
      if (!user || !(await isRunning(trx, userId, sessionHash))) throw new Failed('expired');
      await mails.enqueue(trx, mail);
      await insertLink(trx, linkRow(deps, userId, person));
      await audit.write(trx, { action: 'login_linked', actor: user.email, subject: label });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new Failed('linked_elsewhere') : error;
  }
  mails.deliverSoon();
}

async function isRunning(trx: Trx, userId: string, sessionHash: string | undefined): Promise<boolean> {
  if (sessionHash === undefined) return true;
  const session = trx.selectFrom('sessions').select('id').where('tokenHash', '=', sessionHash);
  return (await session.where('userId', '=', userId).executeTakeFirst()) !== undefined;
}

/** @throws Failed unless the person is linked to the member of the session and has just logged in at the provider */
async function confirmBy(deps: OidcDeps, row: LoginRow, person: Person): Promise<Finished> {
  const { userId, sessionHash, createdAt, returnTo } = row;
  const link = await findLink(deps.db, person.issuer, person.sub);
  const earliest = new Date(Date.parse(createdAt) - clockDriftMs).toISOString();
  const isRecent = (person.authenticatedAt ?? '') >= earliest;
  if (!sessionHash || !link || link.userId !== userId || !isRecent) throw new Failed('not_confirmed');
  await confirmSession(deps.db, sessionHash, isoAt(deps.clock));
  return { kind: 'confirmed', returnTo };
}
