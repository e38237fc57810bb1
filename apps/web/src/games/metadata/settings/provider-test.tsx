// Tests a metadata provider with a small request, and shows the result.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import { Button, Group } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ServerText } from '../server-text.tsx';
import styles from './metadata-settings.module.css';

export function ProviderTest({ id, name }: { id: ProviderId; name: string }) {
  const { t } = useTranslation('metadataSettings');
  const client = useApi();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => client.call(adminApi.testProvider, { body: { provider: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.metadataSettings }),
  });
  return (
    <Group gap="var(--space-3)">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlugConnected size={17} stroke={1.7} />}
        aria-label={t('testOf', { name })}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('test')}
      </Button>
      <p role="status" className={styles.answer} data-ok={test.data?.ok}>
        {test.isPending && t('testing', { name })}
        {!test.isPending && test.data && (
          <ServerText text={test.data.message} lead={t(test.data.ok ? 'testWorks' : 'testFails', { name })} />
        )}
        {test.isError && errorText(test.error, t('testFailed'))}
      </p>
    </Group>
  );
}
