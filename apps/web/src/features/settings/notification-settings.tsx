import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import { NotificationForm } from './notification-form.tsx';
import { notificationSettingsQuery } from './notifications.queries.ts';

/** `onSaved` lets the page refresh related data, such as the choices of members. */
export function NotificationSettings({ onSaved }: { onSaved(): void }) {
  const { t } = useTranslation('notifications');
  const query = useQuery(notificationSettingsQuery(useApi()));
  if (query.data) return <NotificationForm settings={query.data} onSaved={onSaved} />;
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending ? (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="42rem" />
        </div>
      ) : (
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}
