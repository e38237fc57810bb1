// Names a changed setting and its value as the settings do.
import type { TFunction } from '#i18n/text-keys.ts';
import { formatAmount, GB, MB } from '#lib/amounts.ts';

type Namespaces = ['tools', 'notifications', 'gameEditor', 'settings', 'limitsAdmin', 'backups', 'common'];

/** Where the texts of the audit log are. */
export const auditNamespaces: Namespaces = [
  'tools',
  'notifications',
  'gameEditor',
  'settings',
  'limitsAdmin',
  'backups',
  'common',
];

export type TranslateAudit = TFunction<Namespaces>;

/** Longer values are truncated. */
const maxValueLength = 100;

/** The texts and units of limits, for all members, for one member (specification section 3), and for the site. */
const limits = {
  limitPeriod: { label: 'members.period', unit: 'period' },
  period: { label: 'members.period', unit: 'period' },
  limitBytes: { label: 'members.bytes', unit: GB },
  bytesPerPeriod: { label: 'members.bytes', unit: GB },
  limitFiles: { label: 'members.files', unit: 1 },
  filesPerPeriod: { label: 'members.files', unit: 1 },
  limitDownloads: { label: 'members.atOnce', unit: 1 },
  downloadsAtOnce: { label: 'members.atOnce', unit: 1 },
  limitSpeed: { label: 'members.speed', unit: MB },
  bytesPerSecond: { label: 'members.speed', unit: MB },
  siteSpeed: { label: 'site.speed', unit: MB },
  siteSpeedHours: { label: 'site.hours', unit: 'hours' },
  uploadSpeed: { label: 'uploads.speed', unit: MB },
} as const;

type LimitName = keyof typeof limits;

const isLimit = (name: string): name is LimitName => Object.hasOwn(limits, name);

export function settingLabel(t: TranslateAudit, name: string): string {
  if (isLimit(name)) return t(`limitsAdmin:${limits[name].label}`);
  if (name === 'backupFrequency') return t('backups:frequency');
  if (name === 'backupHour') return t('backups:hour');
  if (name === 'places') return t('settings:places.heading');
  return t(`tools:audit.settings.${name as 'siteName'}`, { defaultValue: name });
}

export function settingValue(
  t: TranslateAudit,
  { name, value, language }: { name: string; value: unknown; language: string },
): string {
  if (typeof value === 'boolean') return t(value ? 'tools:audit.on' : 'tools:audit.off');
  if (value === '') return '–';
  if (isLimit(name)) return limitValue(t, { name, value, language });
  const text = Array.isArray(value) ? value.map(nameOf).join(', ') : String(value);
  if (name === 'emailFrequency')
    return t(`notifications:frequency.${text as 'daily'}`, { defaultValue: text });
  if (name === 'requireSecondFactor')
    return t(`settings:secondFactor.${text as 'nobody'}`, { defaultValue: text });
  if (name === 'backupFrequency') return t(`backups:${text as 'daily'}`, { defaultValue: text });
  if (name === 'backupHour') return `${text.padStart(2, '0')}:00`;
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

function limitValue(
  t: TranslateAudit,
  { name, value, language }: { name: LimitName; value: unknown; language: string },
): string {
  const { unit } = limits[name];
  if (value === 'default') return t('tools:audit.asEveryone');
  if (value === null) return unit === 'hours' ? t('tools:audit.off') : t('limitsAdmin:unlimited');
  if (unit === 'period') return t(`limitsAdmin:periods.${value as 'day'}`, { defaultValue: String(value) });
  if (unit === 'hours') {
    const { from, to } = value as { from: string; to: string };
    return `${from}–${to}`;
  }
  const amount = formatAmount(Number(value), unit, language);
  return unit === MB ? t('common:speed', { speed: amount }) : amount;
}

/** A place has a name; other lists are of texts. */
function nameOf(entry: unknown): string {
  return typeof entry === 'object' && entry !== null && 'name' in entry ? String(entry.name) : String(entry);
}
