// Which limits apply to a member: the own ones, and those for all members where there are none.
import type {
  MemberLimits,
  OwnLimits,
  OwnLimitsChange,
  SiteLimits,
} from '@cellar/contract/transfer/download-limits.ts';
import type { Settings } from '#admin/settings.service.ts';
import type { MemberLimitsRow } from './limits.repository.ts';

export function defaultsOf(settings: Settings): MemberLimits {
  return {
    period: settings.limitPeriod,
    bytesPerPeriod: settings.limitBytes,
    filesPerPeriod: settings.limitFiles,
    downloadsAtOnce: settings.limitDownloads,
    bytesPerSecond: settings.limitSpeed,
  };
}

export function presentSite(settings: Settings, timeZone: string): SiteLimits {
  return {
    members: defaultsOf(settings),
    site: { bytesPerSecond: settings.siteSpeed, hours: settings.siteSpeedHours },
    uploads: { bytesPerSecond: settings.uploadSpeed },
    timeZone,
  };
}

/** How the columns of `memberLimits` store limits. */
const [byDefault, unlimited] = [null, 0];

export function effective(defaults: MemberLimits, own: MemberLimitsRow | undefined): MemberLimits {
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

export function presentOwn(own: MemberLimitsRow | undefined): OwnLimits {
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

export function columnsOf(changes: OwnLimitsChange): Partial<MemberLimitsRow> {
  const stored = { default: byDefault, unlimited };
  const entries = Object.entries(changes).map(([name, value]) => [
    name,
    value in stored ? stored[value as keyof typeof stored] : value,
  ]);
  return Object.fromEntries(entries);
}
