// The limits of downloads: for all members, for the site and for single members, and what members have used of them.

import type {
  MemberLimits,
  OwnLimits,
  OwnLimitsChange,
  SiteLimits,
  SiteLimitsChange,
} from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { isWithin } from '@cellar/contract/transfer/rules/download-limits.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Settings, SettingsService } from '#admin/settings.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import { notFound } from '#http/errors.ts';
import type { UsersService } from '#people/members/users.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs } from '#platform/clock.ts';
import type { MemberUse, Use } from '../tables.ts';
import type { MemberLimitsRow } from './limits.repository.ts';
import * as repository from './limits.repository.ts';
import { createPeriods, type Demand, refuseBeyond, type Standing } from './quota.ts';

export type { Demand } from './quota.ts';

export interface LimitsDeps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
  settings: SettingsService;
  users: UsersService;
  /** An IANA name. */
  timeZone: string;
}

/** Older days count in no period. */
const keptDays = 40;

/** The speeds that hold now, in bytes per second. Undefined: not limited. */
export interface Speeds {
  download: number | undefined;
  upload: number | undefined;
  /** Of downloads, by member. Members without a limit are missing. */
  members: Map<string, number>;
}

export type LimitsService = ReturnType<typeof createLimitsService>;

export function createLimitsService(deps: LimitsDeps) {
  const { db, clock, settings, timeZone } = deps;
  const periods = createPeriods(timeZone);

  async function of(userId: string): Promise<MemberLimits> {
    const [site, own] = await Promise.all([settings.get(), repository.findLimits(db, userId)]);
    return effective(defaultsOf(site), own);
  }

  return {
    /** Returns the limits that apply to a member. */
    of,

    async site(): Promise<SiteLimits> {
      return presentSite(await settings.get(), timeZone);
    },

    async changeSite(admin: { email: string }, { members, site, uploads }: SiteLimitsChange): Promise<void> {
      const all: Partial<Settings> = {
        limitPeriod: members?.period,
        limitBytes: members?.bytesPerPeriod,
        limitFiles: members?.filesPerPeriod,
        limitDownloads: members?.downloadsAtOnce,
        limitSpeed: members?.bytesPerSecond,
        siteSpeed: site?.bytesPerSecond,
        siteSpeedHours: site?.hours,
        uploadSpeed: uploads?.bytesPerSecond,
      };
      const changes = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      if (Object.keys(changes).length > 0) await settings.change(admin, changes);
    },

    /** Returns a member's own limits, and those for all members. @throws AppError not_found */
    async ownOf(userId: string): Promise<{ own: OwnLimits; defaults: MemberLimits }> {
      await requireUser(deps, db, userId);
      const [site, own] = await Promise.all([settings.get(), repository.findLimits(db, userId)]);
      return { own: presentOwn(own), defaults: defaultsOf(site) };
    },

    /** @throws AppError not_found */
    changeOwn: (admin: { email: string }, userId: string, changes: OwnLimitsChange) =>
      changeOwn(deps, admin, userId, changes),

    /** Removes the member's use in the current period. What running downloads still need counts again. @throws AppError not_found */
    async lift(admin: { email: string }, userId: string): Promise<void> {
      const { period } = await of(userId);
      await db.transaction().execute(async (trx) => {
        const { email } = await lockUser(deps, trx, userId);
        await repository.removeUseSince(trx, userId, periods.firstDayOf(period, clock.now()));
        await deps.audit.write(trx, {
          ...{ action: 'download_limits_lifted', actor: admin.email, subject: email },
        });
      });
    },

    /** Returns what the member has used in the current period. */
    used(trx: Db, userId: string, { period }: MemberLimits): Promise<Use> {
      const now = clock.now();
      const days = { firstDay: periods.firstDayOf(period, now), lastDay: periods.dayOf(now) };
      return repository.sumUse(trx, userId, days);
    },

    freeAt: ({ period }: MemberLimits): string => periods.nextAfter(period, clock.now()).toISOString(),

    /** Adds to what members have used today. */
    addUse: (trx: Trx, uses: MemberUse[]) => repository.addUse(trx, periods.dayOf(clock.now()), merged(uses)),

    /** Keeps other downloads of the member from being admitted until the transaction ends. Returns false if the account was deleted. */
    lockMember: async (trx: Trx, userId: string): Promise<boolean> =>
      (await repository.lockMember(trx, userId)) !== undefined,

    /** @throws AppError quota_exceeded, too_many_downloads */
    refuseBeyond: (limits: MemberLimits, standing: Standing, demand: Demand) =>
      refuseBeyond(limits, standing, demand, { now: clock.now(), periods }),

    async speedsOf(userIds: string[]): Promise<Speeds> {
      const [site, own] = await Promise.all([
        settings.get(),
        userIds.length > 0 ? repository.listLimits(db, userIds) : [],
      ]);
      const rows = new Map(own.map((row) => [row.userId, row]));
      const members = userIds.map(
        (id) => [id, effective(defaultsOf(site), rows.get(id)).bytesPerSecond] as const,
      );
      return {
        download: isSiteLimited(site, periods.timeOf(clock.now()))
          ? (site.siteSpeed ?? undefined)
          : undefined,
        upload: site.uploadSpeed ?? undefined,
        members: new Map(members.filter((entry): entry is [string, number] => entry[1] !== null)),
      };
    },

    /** A job. */
    forgetOldUse: () =>
      repository.removeUseBefore(db, periods.dayOf(new Date(clock.now().getTime() - keptDays * dayMs))),
  };
}

/** Keeps the account from being deleted until the transaction ends. @throws AppError not_found */
async function lockUser(deps: LimitsDeps, trx: Trx, id: string) {
  await repository.lockMember(trx, id);
  return requireUser(deps, trx, id);
}

function isSiteLimited({ siteSpeedHours }: Settings, time: string): boolean {
  return siteSpeedHours === null || isWithin(siteSpeedHours, time);
}

async function changeOwn(
  deps: LimitsDeps,
  admin: { email: string },
  userId: string,
  changes: OwnLimitsChange,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { email } = await lockUser(deps, trx, userId);
    await repository.changeLimits(trx, userId, columnsOf(changes));
    const detail = JSON.stringify(changes);
    await deps.audit.write(trx, {
      ...{ action: 'download_limits_changed', actor: admin.email, subject: email, detail },
    });
  });
}

/** @throws AppError not_found */
async function requireUser({ users }: LimitsDeps, db: Db, id: string) {
  const user = await users.find(db, id);
  if (!user) throw notFound('User');
  return user;
}

/** Lists each member once, in the order of their ids, so that two nodes that write the same rows do not deadlock. */
function merged(uses: MemberUse[]): MemberUse[] {
  const byMember = new Map<string, MemberUse>();
  for (const { userId, bytes, files } of uses) {
    const sum = byMember.get(userId) ?? { userId, ...repository.nothingUsed };
    byMember.set(userId, { userId, bytes: sum.bytes + bytes, files: sum.files + files });
  }
  return [...byMember.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
}

// Which limits apply to a member: the own ones, and those for all members where there are none.

function defaultsOf(settings: Settings): MemberLimits {
  return {
    period: settings.limitPeriod,
    bytesPerPeriod: settings.limitBytes,
    filesPerPeriod: settings.limitFiles,
    downloadsAtOnce: settings.limitDownloads,
    bytesPerSecond: settings.limitSpeed,
  };
}

function presentSite(settings: Settings, timeZone: string): SiteLimits {
  return {
    members: defaultsOf(settings),
    site: { bytesPerSecond: settings.siteSpeed, hours: settings.siteSpeedHours },
    uploads: { bytesPerSecond: settings.uploadSpeed },
    timeZone,
  };
}

/** How the columns of `memberLimits` store limits. */
const [byDefault, unlimited] = [null, 0];

function effective(defaults: MemberLimits, own: MemberLimitsRow | undefined): MemberLimits {
  const choose = (name: Exclude<keyof MemberLimits, 'period'>) => {
    const value = own?.[name] ?? byDefault;
    if (value === byDefault) return defaults[name];
    return value === unlimited ? null : value;
  };
  return {
    period: own?.period ?? defaults.period,
    bytesPerPeriod: choose('bytesPerPeriod'),
    filesPerPeriod: choose('filesPerPeriod'),
    downloadsAtOnce: choose('downloadsAtOnce'),
    bytesPerSecond: choose('bytesPerSecond'),
  };
}

function presentOwn(own: MemberLimitsRow | undefined): OwnLimits {
  const present = (value: number | null = byDefault) => {
    if (value === byDefault) return 'default';
    return value === unlimited ? 'unlimited' : value;
  };
  return {
    period: own?.period ?? 'default',
    bytesPerPeriod: present(own?.bytesPerPeriod),
    filesPerPeriod: present(own?.filesPerPeriod),
    downloadsAtOnce: present(own?.downloadsAtOnce),
    bytesPerSecond: present(own?.bytesPerSecond),
  };
}

function columnsOf(changes: OwnLimitsChange): Partial<MemberLimitsRow> {
  const stored = { default: byDefault, unlimited };
  const entries = Object.entries(changes).map(([name, value]) => [
    name,
    value in stored ? stored[value as keyof typeof stored] : value,
  ]);
  return Object.fromEntries(entries);
}
