// The limits that apply, each with the place where it can be changed.

import type { StorageUsage } from '@cellar/contract/admin/storage.ts';
import { limits as fixed } from '@cellar/contract/rules/limits.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatSize } from '#lib/format.ts';
import { formatDays } from '#lib/format-time.ts';
import { adminTabPath } from '#lib/paths.ts';
import styles from './applied-limits.module.css';

export function AppliedLimits({ limits }: Pick<StorageUsage, 'limits'>) {
  const { t, i18n } = useTranslation('storage');
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const days = (count: number) => formatDays(count, i18n.language);
  const settings = <Link to={adminTabPath('settings')}>{t('limits.settings')}</Link>;
  return (
    <dl className={styles.limits}>
      <Limit
        name={t('limits.chunk')}
        value={size(limits.maxChunkBytes)}
        change={<code>MAX_CHUNK_BYTES</code>}
      />
      <Limit
        name={t('limits.history')}
        value={new Intl.NumberFormat(i18n.language).format(limits.historyEntries)}
        change={settings}
      />
      <Limit name={t('limits.reserve')} value={size(fixed.diskReserveBytes)} />
      <Limit name={t('limits.cheat')} value={size(fixed.cheatFileMaxBytes)} />
      <Limit name={t('limits.mails')} value={days(fixed.mailDays)} />
      <Limit name={t('limits.audit')} value={days(fixed.auditDays)} />
      <Limit name={t('limits.backups')} value={String(fixed.backupsKept)} />
    </dl>
  );
}

/** `change`: where the limit can be changed. Without it, the limit is fixed. */
function Limit({ name, value, change }: { name: string; value: string; change?: ReactNode }) {
  const { t } = useTranslation('storage');
  return (
    <div className={styles.limit}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.change}>{change ?? t('limits.fixed')}</dd>
    </div>
  );
}
