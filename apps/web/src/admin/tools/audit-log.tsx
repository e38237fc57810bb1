import type { AuditEntry } from '@cellar/contract/admin/audit.endpoints.ts';
import { type EditableField, editableFields } from '@cellar/contract/games/game-edit.ts';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatAmount, GB, MB } from '#lib/amounts.ts';
import { formatMoment } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { FirstRows } from '#ui/lists/first-rows.tsx';
import { Section } from '#ui/section.tsx';
import styles from './audit-log.module.css';
import { auditQuery } from './tools.queries.ts';

export function AuditLog() {
  const { t } = useTranslation('tools');
  const [page, setPage] = useState(1);
  const query = useQuery(auditQuery(useApi(), page));
  const { entries, totalPages = 1 } = query.data ?? {};
  return (
    <Section heading={t('audit.heading')} lead={t('audit.lead')}>
      {query.isPending && <LoadingList label={t('audit.loading')} height="2.5rem" rows={3} />}
      {query.isError && !query.data && (
        <LoadFailed heading="h3" title={t('audit.loadFailedTitle')} onRetry={() => void query.refetch()} />
      )}
      {entries && (
        <FirstRows rows={entries} pager={{ page, totalPages, label: t('pager.audit'), onPage: setPage }}>
          {(rows) => <AuditTable entries={rows} />}
        </FirstRows>
      )}
    </Section>
  );
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('tools');
  if (entries.length === 0) return <p className={layout.dim}>{t('audit.empty')}</p>;
  return (
    <table className={styles.table}>
      <VisuallyHidden component="caption">{t('audit.heading')}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('audit.time')}</th>
          <th scope="col">{t('audit.action')}</th>
          <th scope="col">{t('audit.actor')}</th>
          <th scope="col">{t('audit.subject')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <AuditRow key={entry._id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation(auditNamespaces);
  const detail =
    entry.detail === null ? undefined : formatDetail(t, i18n.language, readAuditDetail(entry.detail));
  return (
    <tr>
      <td className={styles.time}>
        <time dateTime={entry.at}>{formatMoment(entry.at, i18n.language)}</time>
      </td>
      <td>
        <strong className={layout.strong}>
          {t(`audit.actions.${entry.action}`, { defaultValue: entry.action })}
        </strong>
        {detail && <span className={styles.detail}>{detail}</span>}
      </td>
      <td>{entry.actor ?? <span className={layout.dim}>{t('audit.nobody')}</span>}</td>
      <td>{entry.subject}</td>
    </tr>
  );
}

function formatDetail(t: TranslateAudit, language: string, detail: AuditDetail): string {
  if (detail.kind === 'other') return detail.text;
  if (detail.kind === 'before') return t('audit.before', { address: detail.address });
  if (detail.kind === 'throughProvider') return t('audit.throughProvider', { label: detail.label });
  if (detail.kind === 'fields') {
    const names = detail.fields.map((field) => t(`gameEditor:fields.${field}`));
    return new Intl.ListFormat(language).format(names);
  }
  if (detail.kind !== 'settings') return t(`audit.${detail.kind}`);
  return Object.entries(detail.values)
    .map(([name, value]) =>
      t('common:pair', { label: settingLabel(t, name), value: settingValue(t, { name, value, language }) }),
    )
    .join(' · ');
}

// Parses the details of an audit entry: English text, JSON with changed settings, or the changed fields of a game.

type AuditDetail =
  | { kind: 'byInvitation' | 'byCommandLine' | 'atSecondStep' }
  | { kind: 'before'; address: string }
  | { kind: 'throughProvider'; label: string }
  | { kind: 'settings'; values: Record<string, unknown> }
  | { kind: 'fields'; fields: EditableField[] }
  | { kind: 'other'; text: string };

const addressBefore = 'before: ';
const through = 'through ';

/** Returns unknown details as `other`, whose text is shown unchanged. */
export function readAuditDetail(detail: string): AuditDetail {
  if (detail === 'by invitation') return { kind: 'byInvitation' };
  if (detail === 'by the command line') return { kind: 'byCommandLine' };
  if (detail === 'at the second step') return { kind: 'atSecondStep' };
  if (detail.startsWith(addressBefore))
    return { kind: 'before', address: detail.slice(addressBefore.length) };
  if (detail.startsWith(through)) return { kind: 'throughProvider', label: detail.slice(through.length) };
  return readSettings(detail) ?? readFields(detail) ?? { kind: 'other', text: detail };
}

function readSettings(detail: string): AuditDetail | undefined {
  if (!detail.startsWith('{')) return undefined;
  try {
    return { kind: 'settings', values: JSON.parse(detail) };
  } catch {
    return undefined;
  }
}

function readFields(detail: string): AuditDetail | undefined {
  const names = detail.split(', ');
  const fields = editableFields.filter((field) => names.includes(field));
  return fields.length === names.length ? { kind: 'fields', fields } : undefined;
}

// Names a changed setting and its value as the settings do.

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
