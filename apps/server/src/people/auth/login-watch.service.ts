// Remembers the devices that members log in from, and emails a member whose account is used on a new one.

import { BlockList, isIPv6 } from 'node:net';
import type { Place } from '@cellar/contract/admin/site.endpoints.ts';
import type { Language, LoginResponse } from '@cellar/contract/people/accounts.ts';
import { deviceOf } from '@cellar/contract/people/rules/devices.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { AppError, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, hourMs, isoAt, minuteMs } from '#platform/clock.ts';
import { fill } from '#platform/mail/mail-words.ts';
import type { Limit } from '#platform/rate-limit.ts';
import { hashToken } from '#platform/tokens.ts';
import type { User } from '../members/users.service.ts';
import {
  findDevices,
  forgetDevices,
  isKnownDevice,
  isKnownNetwork,
  rememberDevice,
} from './sessions.repository.ts';

/** A device that a member has not logged in from for this long counts as new again. */
const deviceMs = 365 * dayMs;
const userAgentShown = 80;
/** The page's ids have 32 random digits. Programs may send a name, which others can guess. */
const secretLength = 32;

/** As in the list of sessions. */
const deviceTexts: Record<Language, string> = {
  de: '{browser} unter {system}',
  en: '{browser} on {system}',
  es: '{browser} en {system}',
  fr: '{browser} sur {system}',
  it: '{browser} su {system}',
  pl: '{browser} ({system})',
  'pt-BR': '{browser} no {system}',
};

interface Deps extends Pick<Base, 'clock' | 'publicUrl'> {
  mails: MailsService;
  settings: SettingsService;
  /** The time zone of the times in emails. */
  timeZone: string;
}

export type NewDeviceService = ReturnType<typeof createNewDeviceService>;

export function createNewDeviceService(deps: Deps) {
  const { clock, mails } = deps;
  return {
    /**
     * Call this in the transaction of a login. Enqueues an email if the device is new. The first device of a member is not reported:
     * there is none that it could be compared with.
     */
    async noteLogin(trx: Db, user: User, origin: Origin): Promise<void> {
      const deviceHash = deviceHashOf(origin);
      const { isKnown, hasAny } = await findDevices(trx, user.id, deviceHash);
      await rememberDevice(trx, { userId: user.id, deviceHash, usedAt: isoAt(clock) });
      if (!isKnown && hasAny) await mails.enqueue(trx, await prepareMail(deps, trx, user, origin));
    },

    /** Returns the digest of the device's id if the member has logged in with it, and if it is long enough to be a secret. */
    async findKnown(db: Db, userId: string, origin: Origin): Promise<string | undefined> {
      if ((origin.deviceId ?? '').length < secretLength) return undefined;
      const deviceHash = deviceHashOf(origin);
      return (await isKnownDevice(db, userId, deviceHash)) ? deviceHash : undefined;
    },

    forgetUnused: (db: Db) => forgetDevices(db, isoAt(clock, -deviceMs)),
  };
}

/** Programs that send no device id are recognized by their name and network. */
function deviceHashOf({ deviceId, userAgent = '', network }: Origin): string {
  return hashToken(deviceId ?? `${userAgent}\n${network}`);
}

async function prepareMail(deps: Deps, trx: Db, user: User, { userAgent, network }: Origin) {
  const { language } = user;
  const { browser, system } = deviceOf(userAgent ?? null);
  const device =
    browser && system
      ? fill(deviceTexts[language], { browser, system })
      : (browser ?? system ?? (userAgent?.slice(0, userAgentShown) || '–'));
  const { places } = await deps.settings.get(trx);
  const place = placeOf(network, places);
  const format = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: deps.timeZone },
  });
  return deps.mails.prepare(
    {
      kind: 'newDevice',
      to: user.email,
      userId: user.id,
      name: user.name,
      language,
      url: `${deps.publicUrl}/account?tab=security`,
      values: {
        device,
        address: place ? `${network} (${place})` : network,
        time: format.format(deps.clock.now()),
      },
    },
    trx,
  );
}

// The names that admins have given to ranges of addresses, such as that of the clubhouse.

/**
 * Returns the name of the first range that contains `network` (see `networkOf`). Of an IPv6 network, its first address counts.
 */
export function placeOf(network: string | null, places: readonly Place[]): string | undefined {
  const address = network?.replace(/\/64$/, '');
  if (!address) return undefined;
  return places.find(({ range }) => contains(range, address))?.name;
}

function contains(range: string, address: string): boolean {
  const [base = '', length] = range.split('/');
  const family = isIPv6(base) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(base, length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length), family);
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

// Limits of attempts to log in, and their entries in the audit log.

interface LoginAttemptsDeps extends Pick<Base, 'unflushed' | 'limiter'> {
  audit: AuditService;
}

interface Attempt {
  /** Who has made the attempt, as far as that is known: a network, or the id of an account. */
  by: string;
  /** The address of the account. */
  email?: string | undefined;
}

/**
 * Counts an attempt under each limit. Once a limit is used up, an entry in the audit log says so. There is one for each period and
 * network or account, and not one for each attempt, so that a stranger can't fill the log.
 *
 * @throws AppError too_many_requests
 */
export async function countAttempt(
  deps: LoginAttemptsDeps,
  limits: Limit[],
  { by, email }: Attempt,
): Promise<void> {
  const { unflushed, limiter, audit } = deps;
  const wait = await limiter.count(limits);
  if (wait === undefined) return;
  const windowMs = Math.max(...limits.map((limit) => limit.windowMs));
  const isRecorded = await limiter.count([{ key: `login-limited:${by}`, max: 1, windowMs }]);
  if (isRecorded === undefined) {
    const detail = 'too many attempts';
    await unflushed((trx) => audit.write(trx, { action: 'login_failed', subject: email, detail }));
  }
  refuseTooMany(wait);
}

interface PasswordLimits {
  /** A correct password ends this count. */
  own: Limit;
  /** A correct password only takes its own try back from these counts, which contain the tries of others. */
  shared: Limit[];
}

/**
 * Returns the limits of tries to guess the password of an account. A device that the member has logged in with proves by its secret that
 * it is no stranger's, so what others try, elsewhere or behind the same address, does not count for it.
 */
export async function passwordLimits(
  { db, newDevices }: { db: Db; newDevices: NewDeviceService },
  email: string,
  user: User | undefined,
  origin: Origin,
): Promise<PasswordLimits> {
  const { network } = origin;
  const account = `login:${email}:${user ? markOf(user) : ''}`;
  const ofAll = (key: string): Limit => ({ key, max: 300, windowMs: hourMs });
  const own = (key: string): Limit => ({ key, max: 10, windowMs: 15 * minuteMs });
  const device = await newDevices.findKnown(db, user?.id ?? '', origin);
  if (device) return { own: own(`${account}#${device}`), shared: [ofAll(`${account}#`)] };
  // High, because many members may share one address behind a router.
  const ofNetwork = { key: `login-ip:${network}`, max: 300, windowMs: 10 * minuteMs };
  const isKnown = await isKnownNetwork(db, user?.id ?? '', network);
  return { own: own(`${account}@${network}`), shared: [ofNetwork, ...(isKnown ? [] : [ofAll(account)])] };
}

/** A part of the password's hash for the keys of an account's limits, so that a new password starts new counts. */
const markOf = ({ passwordHash }: User): string => hashToken(passwordHash).slice(0, 8);

/**
 * Returns what tries at the second step are counted under: the account with its password, and each network that it has logged in from
 * separately. So someone who has found out the password can use up the tries of neither the member's networks nor the next password.
 */
export async function secondStepKey(db: Db, user: User, network: string): Promise<string> {
  const isKnown = await isKnownNetwork(db, user.id, network);
  return `${user.id}:${markOf(user)}${isKnown ? `@${network}` : ''}`;
}

// What an account must be to log in, whatever it logs in with.

const verificationMessage =
  'Please verify your email before logging in. Check your inbox for the verification email.';

/** Undefined for an account that can log in. @throws AppError account_suspended */
export function whatIsMissing({ suspendedAt, verifiedAt, approvedAt }: User): LoginResponse | undefined {
  if (suspendedAt) throw new AppError('account_suspended', 'Your account is suspended.');
  if (!verifiedAt) return { needsVerification: true, message: verificationMessage };
  if (!approvedAt) return { pendingApproval: true, message: 'Your account is pending approval.' };
  return undefined;
}
