// Remembers the devices that members log in from, and emails a member whose account is used on a new one.
import type { Language } from '@cellar/contract/people/accounts.ts';
import { deviceOf } from '@cellar/contract/people/rules/devices.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { Origin } from '#http/origin.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { fill } from '#platform/mail/mail-words.ts';
import { hashToken } from '#platform/tokens.ts';
import type { User } from '../members/users.service.ts';
import { findDevices, forgetDevices, isKnownDevice, rememberDevice } from './known-devices.repository.ts';
import { placeOf } from './named-networks.ts';

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

interface Deps {
  clock: Clock;
  mails: MailsService;
  settings: SettingsService;
  publicUrl: string;
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
