// Loads the settings of the site for a form. Several forms change different parts of them.

import type { AdminSettings } from '@cellar/contract/admin/site.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Flex } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { bodyOf, type SettingsChanges, useSettingsDraft, valuesOf } from './settings-draft.ts';

export interface LoadedSettingsProps {
  children(settings: AdminSettings): ReactNode;
}

export function LoadedSettings({ children }: LoadedSettingsProps) {
  const { t } = useTranslation('settings');
  const client = useApi();
  const query = useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => client.call(adminApi.getSettings, { signal }),
    // Refetched to show changes by other admins. Unsaved changes stay in the form.
    staleTime: 0,
  });
  if (query.data) return children(query.data);
  if (query.isPending) {
    return (
      <Flex direction="column" gap="var(--space-5)" role="status" aria-label={t('loading')}>
        <Skeleton height="16rem" />
        <Skeleton height="10rem" />
      </Flex>
    );
  }
  return <LoadFailed title={t('loadFailedTitle')} onRetry={() => void query.refetch()} />;
}

export function useSiteDraft(settings: AdminSettings, onSaved?: () => void) {
  const { t } = useTranslation('settings');
  const client = useApi();
  const queryClient = useQueryClient();
  return useSettingsDraft({
    saved: valuesOf(settings),
    send: (changes: SettingsChanges) => client.call(adminApi.updateSettings, { body: bodyOf(changes) }),
    onSaved(answer) {
      queryClient.setQueryData(queryKeys.settings, answer);
      // Another form may have been saved at the same time, and its answer may be newer than this one.
      void queryClient.invalidateQueries({ queryKey: queryKeys.settings });
      onSaved?.();
    },
    failed: t('saveFailed'),
    unsaved: t('unsavedChanges'),
  });
}
