// A member's second factor: turning it on and off, recovery codes, and the reset by an admin.

import type {
  AppSetup,
  SecondFactor,
  SecondFactorRequirement,
} from '@cellar/contract/people/second-factor.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { MailsService, PreparedMail } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { isoAt, minuteMs, skewMs } from '#platform/clock.ts';
import type { User, UsersService } from '../members/users.service.ts';
import { deletePasskeysOf, listPasskeys } from '../passkeys/passkeys.repository.ts';
import type { LoginChallenges } from './login-challenges.service.ts';
import {
  countCodes,
  findApp,
  removeApp,
  removeCodes,
  renewCodes,
  saveApp,
} from './second-factor.repository.ts';
import { newSecret, readCode, refusalOf, secretPurpose, uriOf } from './totp.ts';
import type { TrustedDevices } from './trusted-devices.service.ts';

const setupMs = 30 * minuteMs;

interface Deps extends Pick<Base, 'db' | 'clock' | 'publicUrl' | 'box'> {
  settings: SettingsService;
  audit: AuditService;
  mails: MailsService;
  users: UsersService;
  challenges: LoginChallenges;
  devices: TrustedDevices;
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

export function createSecondFactorService(deps: Deps) {
  const { db, clock, box, settings, users, mails, audit } = deps;
  return {
    async get(member: Member): Promise<SecondFactor> {
      const { secondFactorAt } = await getUser(deps, db, member.id);
      const { requireSecondFactor } = await settings.get();
      return {
        onSince: secondFactorAt,
        isRequired: isRequiredOf(member.isAdmin, requireSecondFactor),
        hasApp: (await findApp(db, member.id)) !== undefined,
        recoveryCodesLeft: await countCodes(db, member.id),
        devices: await deps.devices.list(member.id),
      };
    },

    /** Stores nothing: the client sends the sealed secret back with the first code. */
    async setUpApp(member: Member): Promise<AppSetup> {
      const secret = newSecret();
      const { siteName } = await settings.get();
      const setup = JSON.stringify({ secret, expiresAt: isoAt(clock, setupMs) });
      return {
        secret,
        uri: uriOf(secret, { site: siteName, account: member.email }),
        setup: await box.seal(setup, setupPurpose(member.id)),
      };
    },

    /** @throws AppError setup_expired, code_wrong, clock_wrong, code_used */
    async confirmApp(member: Member, setup: string, code: string) {
      const { id: userId } = member;
      const { secret, expiresAt } = JSON.parse((await box.open(setup, setupPurpose(userId))) ?? '{}');
      // One that ends later was begun while the clock was ahead.
      if (!secret || expiresAt <= isoAt(clock) || expiresAt > isoAt(clock, setupMs + skewMs))
        throw setupExpired();
      const reading = readCode(secret, code, clock.now());
      if (typeof reading === 'string') throw refusalOf(reading);
      const sealedSecret = await box.seal(secret, secretPurpose(userId));
      const mail = await prepareMail(deps, userId, 'secondFactorOn');
      const recoveryCodes = await db.transaction().execute(async (trx) => {
        // First, as everywhere, to avoid deadlocks.
        await deps.users.lock(trx, userId);
        const app = { userId, sealedSecret, lastStep: reading.step, createdAt: isoAt(clock) };
        if (!(await saveApp(trx, app))) throw refusalOf('used');
        return turnOn(deps, trx, userId, mail);
      });
      mails.deliverSoon();
      return { recoveryCodes };
    },

    /**
     * For every way to turn it on: call this in the transaction that stores the first method, with the mail from `prepareMail`. Does
     * nothing if it is on. Returns the new recovery codes, or null.
     */
    turnOn: (trx: Trx, userId: string, mail: PreparedMail) => turnOn(deps, trx, userId, mail),
    prepareMail: (userId: string, kind: MailKind) => prepareMail(deps, userId, kind),

    /** @throws AppError second_factor_off */
    renewCodes: (member: Member): Promise<string[]> =>
      db.transaction().execute(async (trx) => {
        const user = await users.lock(trx, member.id);
        if (!user?.secondFactorAt) throw secondFactorOff();
        await deps.audit.write(trx, { action: 'recovery_codes_renewed', actor: user.email });
        return renewCodes(trx, user.id);
      }),

    /** Does nothing if it is off. The passkeys stay, for logins without a password. @throws AppError second_factor_needed */
    async turnOff(member: Member): Promise<void> {
      if (await isRequiredFor(deps, member)) throw secondFactorNeeded();
      const mail = await prepareMail(deps, member.id, 'secondFactorOff');
      await db.transaction().execute((trx) => clearAndTell(deps, trx, member.id, mail));
      mails.deliverSoon();
    },

    /** Removes passkeys, too. Does nothing if there is neither. @throws AppError not_found, own_account */
    async reset(admin: Member, userId: string): Promise<void> {
      if (userId === admin.id) throw new AppError('own_account', 'You cannot do this to your own account');
      const mail = await prepareMail(deps, userId, 'secondFactorReset');
      await db.transaction().execute(async (trx) => {
        const user = await users.lock(trx, userId);
        if (!user || !(user.secondFactorAt || (await listPasskeys(trx, userId)).length > 0)) return;
        await clear(deps, trx, user.id);
        await deletePasskeysOf(trx, user.id);
        await audit.write(trx, { action: 'second_factor_reset', actor: admin.email, subject: user.email });
        await mails.enqueue(trx, mail);
      });
      mails.deliverSoon();
    },

    /** Removes the second factor, everything that stands for it, and all passkeys. */
    async clear(trx: Trx, userId: string): Promise<void> {
      await clear(deps, trx, userId);
      await deletePasskeysOf(trx, userId);
    },

    /** Asks for a passkey after the password. @throws AppError not_found without a passkey */
    async usePasskeys(member: Member) {
      const mail = await prepareMail(deps, member.id, 'secondFactorOn');
      const recoveryCodes = await db.transaction().execute(async (trx) => {
        await users.lock(trx, member.id);
        if ((await listPasskeys(trx, member.id)).length === 0) throw notFound('Passkey');
        return turnOn(deps, trx, member.id, mail);
      });
      mails.deliverSoon();
      return { recoveryCodes };
    },

    /**
     * Prepares the removal of a method. Call the returned function after it, in the same transaction: without another method, it turns
     * the second factor off and tells the member. That function throws AppError second_factor_needed if the site requires it.
     */
    async prepareRemoval(member: Member) {
      const { id } = member;
      // Read before the transaction, which may hold the only connection.
      const isRequired = await isRequiredFor(deps, member);
      const mail = await prepareMail(deps, id, 'secondFactorOff');
      return async (trx: Trx): Promise<void> => {
        if (!(await getUser(deps, trx, id)).secondFactorAt) return;
        if ((await findApp(trx, id)) || (await listPasskeys(trx, id)).length > 0) return;
        if (isRequired) throw secondFactorNeeded();
        await clearAndTell(deps, trx, id, mail);
      };
    },

    /** For what only makes sense with a second factor of one's own. @throws AppError second_factor_off */
    async refuseWithout(member: Member): Promise<void> {
      const { secondFactorAt } = await getUser(deps, db, member.id);
      if (!secondFactorAt) throw secondFactorOff();
    },
  };
}

type MailKind = 'secondFactorOn' | 'secondFactorOff' | 'secondFactorReset';

async function getUser({ users }: Deps, db: Db, id: string): Promise<User> {
  const user = await users.find(db, id);
  if (!user) throw notFound('User');
  return user;
}

async function prepareMail(deps: Deps, userId: string, kind: MailKind): Promise<PreparedMail> {
  const { email: to, name, language } = await getUser(deps, deps.db, userId);
  return deps.mails.prepare({
    kind,
    to,
    userId,
    name,
    language,
    url: `${deps.publicUrl}/account?tab=security`,
  });
}

async function turnOn(deps: Deps, trx: Trx, userId: string, mail: PreparedMail): Promise<string[] | null> {
  const { clock, users, audit, mails } = deps;
  const user = await users.lock(trx, userId);
  if (!user) throw notFound('User');
  if (user.secondFactorAt) return null;
  await users.change(trx, userId, { secondFactorAt: isoAt(clock) });
  await audit.write(trx, { action: 'second_factor_on', actor: user.email });
  await mails.enqueue(trx, mail);
  return renewCodes(trx, userId);
}

async function isRequiredFor({ settings }: Deps, { isAdmin }: Member): Promise<boolean> {
  return isRequiredOf(isAdmin, (await settings.get()).requireSecondFactor);
}

async function clearAndTell(deps: Deps, trx: Trx, userId: string, mail: PreparedMail): Promise<void> {
  const { users, audit, mails } = deps;
  const user = await users.lock(trx, userId);
  if (!user?.secondFactorAt) return;
  await clear(deps, trx, user.id);
  await audit.write(trx, { action: 'second_factor_off', actor: user.email });
  await mails.enqueue(trx, mail);
}

async function clear({ users, challenges, devices }: Deps, trx: Trx, userId: string): Promise<void> {
  await users.change(trx, userId, { secondFactorAt: null });
  await removeApp(trx, userId);
  await removeCodes(trx, userId);
  await challenges.removeOf(trx, userId);
  await devices.removeOf(trx, userId);
}

const setupPurpose = (userId: string) => `authenticator app setup ${userId}`;

function secondFactorOff(): AppError {
  return new AppError('second_factor_off', 'Please set up two-step login for your own account first.');
}

function secondFactorNeeded(): AppError {
  return new AppError(
    'second_factor_needed',
    'This site requires two-step login, so you cannot turn it off.',
  );
}

function setupExpired(): AppError {
  return new AppError('setup_expired', 'This setup has expired. Please start again.');
}

// Who must have a second factor.

export function isRequiredOf(isAdmin: boolean, requirement: SecondFactorRequirement): boolean {
  return requirement === 'everyone' || (requirement === 'admins' && isAdmin);
}
