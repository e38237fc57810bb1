// The audit log as a table. On a phone, each entry is a block.
import type { AuditEntry } from '@cellar/contract/outbox.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format-time.ts';
import { type AuditDetail, readAuditDetail } from './audit-detail.ts';
import styles from './audit-table.module.css';

type Translate = TFunction<['tools', 'notifications', 'gameEditor', 'common']>;

/** Longer values are cut. */
const maxValueLength = 100;

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const { t } = useTranslation('tools');
  if (entries.length === 0) return <p className={styles.empty}>{t('audit.empty')}</p>;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('audit.heading')}</caption>
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
  const { t, i18n } = useTranslation(['tools', 'notifications', 'gameEditor', 'common']);
  const detail =
    entry.detail === null ? undefined : formatDetail(t, i18n.language, readAuditDetail(entry.detail));
  return (
    <tr>
      <td className={styles.time}>
        <time dateTime={entry.at}>{formatMoment(entry.at, i18n.language)}</time>
      </td>
      <td>
        <strong className={styles.action}>
          {t(`audit.actions.${entry.action as 'login'}`, { defaultValue: entry.action })}
        </strong>
        {detail && <span className={styles.detail}>{detail}</span>}
      </td>
      <td>{entry.actor ?? <span className={styles.nobody}>{t('audit.nobody')}</span>}</td>
      <td>{entry.subject}</td>
    </tr>
  );
}

function formatDetail(t: Translate, language: string, detail: AuditDetail): string {
  if (detail.kind === 'other') return detail.text;
  if (detail.kind === 'before') return t('audit.before', { address: detail.address });
  if (detail.kind === 'fields') {
    const names = detail.fields.map((field) => t(`gameEditor:fields.${field}`));
    return new Intl.ListFormat(language).format(names);
  }
  if (detail.kind !== 'settings') return t(`audit.${detail.kind}`);
  return Object.entries(detail.values)
    .map(([name, value]) => {
      const label = t(`audit.settings.${name as 'siteName'}`, { defaultValue: name });
      return t('common:pair', { label, value: formatValue(t, name, value) });
    })
    .join(' · ');
}

function formatValue(t: Translate, name: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'audit.on' : 'audit.off');
  if (value === '') return '–';
  const text = String(value);
  if (name === 'emailFrequency') {
    return t(`notifications:frequency.${text as 'daily'}`, { defaultValue: text });
  }
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
