// The passkeys of a member: listing, adding, renaming and deleting them.

import type {
  CreationOptions,
  NewCredential,
  Passkey,
  Passkeys,
} from '@cellar/contract/people/passkeys.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Trx } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import type { MailsService, PreparedMail } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs, isoAt } from '#platform/clock.ts';
import { hashToken, newId } from '#platform/tokens.ts';
import type { User, UsersService } from '../members/users.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import * as repository from './passkeys.repository.ts';
import {
  type Challenges,
  type ChallengeUse,
  challengeIn,
  creationOptions,
  type PasskeySite,
  passkeyHostOf,
  passkeyRefused,
  passkeySiteOf,
  verifyNew,
} from './webauthn.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'publicUrl' | 'limiter'> {
  settings: SettingsService;
  audit: AuditService;
  users: UsersService;
  mails: MailsService;
  secondFactor: SecondFactorService;
  challenges: Challenges;
}

/** A member, the token of the session, and the address of the site as the request knows it. */
export interface PasskeyCaller {
  member: Member;
  token: string | undefined;
  siteUrl: string;
}

export type PasskeysService = ReturnType<typeof createPasskeysService>;

export function createPasskeysService(deps: Deps) {
  const { db, users, audit, mails, secondFactor } = deps;
  return {
    async list({ member, siteUrl }: PasskeyCaller): Promise<Passkeys> {
      const rows = await repository.listPasskeys(db, member.id);
      return { passkeys: rows.map(present), host: passkeyHostOf(siteUrl) };
    },

    /** @throws AppError passkeys_impossible, limit_reached */
    askForNew: (caller: PasskeyCaller) => askForNew(deps, caller),

    /** @throws AppError passkey_refused, passkey_exists, limit_reached */
    add: (caller: PasskeyCaller, name: string, credential: NewCredential) =>
      add(deps, caller, { name, credential }),

    /** @throws AppError not_found */
    async rename({ id: userId }: Member, id: string, name: string): Promise<Passkey> {
      const row = await repository.renamePasskey(db, { userId, id, name });
      if (!row) throw notFound('Passkey');
      return present(row);
    },

    /** Turns two-step login off if nothing else is left for it. @throws AppError not_found, second_factor_needed */
    async remove(member: Member, id: string): Promise<void> {
      const turnOffWithoutMethods = await secondFactor.prepareRemoval(member);
      await db.transaction().execute(async (trx) => {
        const user = await users.lock(trx, member.id);
        const removed = await repository.deletePasskey(trx, member.id, id);
        if (!user || !removed) throw notFound('Passkey');
        await audit.write(trx, { action: 'passkey_deleted', actor: user.email, subject: removed.name });
        await turnOffWithoutMethods(trx);
      });
      mails.deliverSoon();
    },

    /** The second factor stays on, so that a reset of the password does not bypass it. */
    removeAll: (trx: Trx, userId: string) => repository.deletePasskeysOf(trx, userId),
  };
}

const addition = (token = ''): ChallengeUse => ({ purpose: 'add', boundTo: hashToken(token) });

async function askForNew(deps: Deps, { member, token, siteUrl }: PasskeyCaller): Promise<CreationOptions> {
  const { db, settings, limiter, challenges } = deps;
  const site = passkeySiteOf(siteUrl);
  refuseTooMany(await limiter.count([{ key: `passkey-options:${member.id}`, max: 60, windowMs: hourMs }]));
  const others = await repository.listPasskeys(db, member.id);
  refuseMore(others.length);
  const { siteName } = await settings.get();
  const challenge = await challenges.create(addition(token));
  return creationOptions({ site, siteName, account: member, challenge, others });
}

async function add(
  deps: Deps,
  { member, token, siteUrl }: PasskeyCaller,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<Passkey> {
  const { db, clock, users, audit, mails, challenges } = deps;
  const site = passkeySiteOf(siteUrl);
  const challenge = challengeIn(credential);
  if (!challenge || !(await challenges.use(challenge, addition(token)))) throw passkeyRefused();
  const row = await rowOf(credential, challenge, site);
  const passkey = await db.transaction().execute(async (trx) => {
    // Locked, so that concurrent requests do not exceed the limit.
    const user = await users.lock(trx, member.id);
    if (!user) throw notFound('Account');
    refuseMore((await repository.listPasskeys(trx, user.id)).length);
    const added = { ...row, id: newId(), userId: user.id, name, createdAt: isoAt(clock), lastUsedAt: null };
    if (!(await repository.insertPasskey(trx, added))) throw passkeyExists();
    await audit.write(trx, { action: 'passkey_added', actor: user.email, subject: name });
    await mails.enqueue(trx, await prepareMail(deps, trx, user, name));
    return present(added);
  });
  mails.deliverSoon();
  return passkey;
}

function prepareMail({ mails, publicUrl }: Deps, trx: Trx, user: User, label: string): Promise<PreparedMail> {
  const { id: userId, email: to, name, language } = user;
  const url = `${publicUrl}/account?tab=security`;
  return mails.prepare({ kind: 'passkeyAdded', to, userId, name, language, url, values: { label } }, trx);
}

async function rowOf(credential: NewCredential, challenge: string, site: PasskeySite) {
  const verified = await verifyNew(credential, challenge, site);
  return { ...verified, host: site.host, transports: JSON.stringify(credential.response.transports) };
}

function present({ id, name, host, isSynced, createdAt, lastUsedAt }: repository.PasskeyRow): Passkey {
  return { _id: id, name, host, isSynced: isSynced === 1, createdAt, lastUsedAt };
}

function refuseMore(count: number): void {
  if (count < limits.passkeys) return;
  throw new AppError('limit_reached', `You can have at most ${limits.passkeys} passkeys.`);
}

function passkeyExists(): AppError {
  return new AppError('passkey_exists', 'This passkey is already in use.');
}
