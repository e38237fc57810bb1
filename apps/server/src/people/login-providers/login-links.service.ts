// The logins that are linked to an account, seen by its member: list, link, remove, and confirm the session by one.
import type { Language } from '@cellar/contract/people/accounts.ts';
import type {
  LoginButton,
  LoginLink,
  LoginLinks,
  LoginOffer,
} from '@cellar/contract/people/login-providers.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import { minuteMs } from '#platform/clock.ts';
import { hashToken } from '#platform/tokens.ts';
import { Failed, type LoginResult, linkPerson } from './finish-login.ts';
import * as repository from './oidc.repository.ts';
import { deleteOffersOf, findOffer, type ResultRow } from './oidc.repository.ts';
import { type Beginning, beginLogin, type OidcDeps, providerFailed, resultPurpose } from './oidc.ts';

interface Choice {
  providerId: string;
  language: Language;
  browserHash: string;
  siteUrl: string;
}

/** The pages on which linking and confirming end. */
const accountPage = '/account?tab=security';
const confirmationPage = '/login/oidc';

export type LoginLinksService = ReturnType<typeof createLoginLinks>;

export function createLoginLinks(deps: OidcDeps) {
  const { db, providers, users, audit, loginWays } = deps;
  return {
    async list({ id }: Member): Promise<LoginLinks> {
      const [rows, buttons, user] = await Promise.all([
        repository.listLinks(db, id),
        providers.buttons(),
        users.find(db, id),
      ]);
      return {
        links: rows.map((row) =>
          presentLink(
            row,
            buttons.find(({ issuer }) => issuer === row.issuer),
          ),
        ),
        providers: buttons.filter(({ issuer }) => !rows.some((row) => row.issuer === issuer)),
        hasPassword: Boolean(user?.passwordHash),
      };
    },

    /** Returns the address to send the browser to. @throws AppError not_found, login_provider_failed */
    startLink: (member: Member, token: string, choice: Choice) => {
      const sessionHash = hashToken(token);
      return begin(deps, choice, { purpose: 'link', userId: member.id, sessionHash, returnTo: accountPage });
    },

    /** @throws AppError not_found, login_provider_failed */
    startConfirmation: (member: Member, token: string, choice: Choice) => {
      const sessionHash = hashToken(token);
      return begin(deps, choice, {
        purpose: 'confirm',
        userId: member.id,
        sessionHash,
        returnTo: confirmationPage,
      });
    },

    /** @throws AppError not_found; last_login if the member could no longer log in */
    async remove(member: Member, id: string): Promise<void> {
      const canUsePassword = await canLogInLocally(deps, member);
      const issuers = (await providers.buttons()).map(({ issuer }) => issuer);
      const isOn = await loginWays.isLocalOn();
      await db.transaction().execute(async (trx) => {
        await deps.users.lock(trx, member.id);
        const links = await repository.listLinks(trx, member.id);
        const link = links.find((one) => one.id === id);
        if (!link) throw notFound('Linked login');
        const isLeft = links.some((one) => one.id !== id && issuers.includes(one.issuer));
        if (!isLeft && !canUsePassword) throw lastLogin(isOn);
        await repository.deleteLink(trx, member.id, id);
        await audit.write(trx, { action: 'login_unlinked', actor: member.email, subject: link.issuer });
      });
    },

    offer: (member: Member, browserHash: string | undefined) => offer(deps, member, browserHash),

    /** @throws AppError login_expired if there is none, or another account has linked the login */
    async acceptOffer(member: Member, browserHash: string | undefined): Promise<void> {
      const found = await openOffer(deps, member, browserHash);
      const expired = new AppError('login_expired', 'This login has expired. Please log in again.');
      if (!found) throw expired;
      const { label, result } = found;
      try {
        await linkPerson(deps, member.id, { ...result, email: result.email ?? undefined }, { label });
      } catch (error) {
        throw error instanceof Failed ? expired : error;
      }
      await deleteOffersOf(deps.db, member.id);
    },
  };
}

function presentLink(row: repository.LinkRow, provider: LoginButton | undefined): LoginLink {
  const { id, issuer, email, createdAt, lastUsedAt } = row;
  const { id: providerId = null, label = issuer } = provider ?? {};
  return { _id: id, providerId, label, email, createdAt, lastUsedAt };
}

async function begin(
  deps: OidcDeps,
  { providerId, ...choice }: Choice,
  purpose: Pick<Beginning, 'purpose' | 'userId' | 'sessionHash' | 'returnTo'>,
): Promise<{ url: string }> {
  const { limiter, providers, log } = deps;
  const limit = { key: `oidc-begin:${purpose.userId}`, max: 30, windowMs: 10 * minuteMs };
  refuseTooMany(await limiter.count([limit]));
  const provider = await providers.findEnabled(providerId);
  if (!provider) throw notFound('Login provider');
  try {
    return { url: await beginLogin(deps, provider, { ...choice, ...purpose }) };
  } catch (error) {
    log.warn({ err: error, provider: provider.label }, 'a login provider does not work');
    throw providerFailed(provider.label);
  }
}

async function canLogInLocally({ db, users, loginWays }: OidcDeps, { id }: Member): Promise<boolean> {
  const user = await users.find(db, id);
  if (!user?.passwordHash && !(await repository.hasPasskey(db, id))) return false;
  return (await loginWays.isLocalOn()) || loginWays.isEmergencyAdmin(id);
}

function lastLogin(canSetPassword: boolean): AppError {
  return new AppError(
    'last_login',
    canSetPassword
      ? 'This is the only way to log in to your account. Set a password on your account page first.'
      : 'This is the only way to log in to your account.',
  );
}

async function offer(deps: OidcDeps, member: Member, browserHash: string | undefined): Promise<LoginOffer> {
  const found = await openOffer(deps, member, browserHash);
  return { offer: found ? { label: found.label, email: found.result.email ?? '' } : null };
}

async function openOffer({ db, clock, box, providers }: OidcDeps, { id }: Member, browserHash?: string) {
  const row: ResultRow | undefined =
    browserHash === undefined ? undefined : await findOffer(db, id, browserHash, clock);
  const opened = row && (await box.open(row.sealed, resultPurpose));
  const provider = row && (await providers.findEnabled(row.providerId));
  if (opened === undefined || !provider) return undefined;
  return { label: provider.label, result: JSON.parse(opened) as LoginResult };
}
