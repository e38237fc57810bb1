// The settings of the site: loading, out of reach, or the form. Used by the Admin Settings tab.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './admin-settings.module.css';
import { settingsQuery } from './settings.queries.ts';
import { SettingsForm } from './settings-form.tsx';

/** `onSaved` lets the page refresh what it knows of the site, such as its name in the bar. */
export function AdminSettings({ onSaved }: { onSaved(): void }) {
  const { t } = useTranslation('settings');
  const query = useQuery(settingsQuery(useApi()));
  if (query.data) return <SettingsForm settings={query.data} onSaved={onSaved} />;
  if (query.isPending) {
    return (
      <div className={styles.loading} role="status" aria-label={t('loading')}>
        <Skeleton height="16rem" />
        <Skeleton height="10rem" />
        <Skeleton height="10rem" />
      </div>
    );
  }
  return <LoadFailed title={t('loadFailedTitle')} onRetry={() => void query.refetch()} />;
}
