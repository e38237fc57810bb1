import { api } from '@cellar/contract/api.ts';
import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { SettingsForm } from './settings-form.tsx';

/** `onSaved` lets the page refresh other data of the site, such as its name in the header. */
export function AdminSettings({ onSaved }: { onSaved(): void }) {
  const { t } = useTranslation('settings');
  const client = useApi();
  const query = useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => client.call(api.getSettings, { signal }),
    // Shows what another admin has saved; unsaved changes stay in the form.
    staleTime: 0,
  });
  if (query.data) return <SettingsForm settings={query.data} onSaved={onSaved} />;
  if (query.isPending) {
    return (
      <Flex direction="column" gap="var(--space-5)" role="status" aria-label={t('loading')}>
        <Skeleton height="16rem" />
        <Skeleton height="10rem" />
        <Skeleton height="10rem" />
      </Flex>
    );
  }
  return <LoadFailed title={t('loadFailedTitle')} onRetry={() => void query.refetch()} />;
}
