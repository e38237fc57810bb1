import type { AuditEntry } from '@cellar/contract/admin/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatMoment } from '#lib/format-time.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Pager } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { type AuditDetail, readAuditDetail } from './audit-detail.ts';
import styles from './audit-log.module.css';
import { auditNamespaces, settingLabel, settingValue, type TranslateAudit } from './audit-setting.ts';
import { auditQuery } from './tools.queries.ts';

export function AuditLog() {
  const { t } = useTranslation('tools');
  const [page, setPage] = useState(1);
  const query = useQuery(auditQuery(useApi(), page));
  const totalPages = query.data?.totalPages ?? 1;
  return (
    <Section heading={t('audit.heading')} lead={t('audit.lead')}>
      {query.isPending && (
        <div className={entries.loading} role="status" aria-label={t('audit.loading')}>
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <LoadFailed heading="h3" title={t('audit.loadFailedTitle')} onRetry={() => void query.refetch()} />
      )}
      {query.data && <AuditTable entries={query.data.entries} />}
      <Pager page={page} totalPages={totalPages} label={t('pager.audit')} onPage={setPage} />
    </Section>
  );
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
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
  const { t, i18n } = useTranslation(auditNamespaces);
  const detail =
    entry.detail === null ? undefined : formatDetail(t, i18n.language, readAuditDetail(entry.detail));
  return (
    <tr>
      <td className={styles.time}>
        <time dateTime={entry.at}>{formatMoment(entry.at, i18n.language)}</time>
      </td>
      <td>
        <strong className={styles.action}>
          {t(`audit.actions.${entry.action}`, { defaultValue: entry.action })}
        </strong>
        {detail && <span className={styles.detail}>{detail}</span>}
      </td>
      <td>{entry.actor ?? <span className={styles.nobody}>{t('audit.nobody')}</span>}</td>
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
