// Chooses when backups are made. Each change is saved at once.

import type { BackupFrequency, BackupSchedule as Schedule } from '@cellar/contract/admin/backups.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Flex, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { Select } from '#ui/fields/select.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { backupsQuery } from './backups.queries.ts';

const frequencies: BackupFrequency[] = ['off', 'daily', 'weekly'];
const hours = [...Array(24).keys()];

export function BackupSchedule({ schedule, timeZone }: { schedule: Schedule; timeZone: string }) {
  const { t, i18n } = useTranslation('backups');
  const save = useSave();
  const shown = save.isPending ? save.variables : schedule;
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone: 'UTC' });
  return (
    <Flex direction="column" gap="var(--space-2)">
      <Group align="flex-end" gap="var(--space-3)">
        <Select
          label={t('frequency')}
          value={shown.frequency}
          onChange={(event) =>
            save.mutate({ ...shown, frequency: event.currentTarget.value as BackupFrequency })
          }
          data={frequencies.map((value) => ({ value, label: t(value) }))}
        />
        {shown.frequency !== 'off' && (
          <Select
            label={t('hour')}
            value={String(shown.hour)}
            onChange={(event) => save.mutate({ ...shown, hour: Number(event.currentTarget.value) })}
            data={hours.map((hour) => ({
              value: String(hour),
              label: time.format(new Date(Date.UTC(2000, 0, 1, hour))),
            }))}
          />
        )}
      </Group>
      <Text c="dimmed" fz="var(--text-2)">
        {t('timeZone', { timeZone })}
      </Text>
    </Flex>
  );
}

function useSave() {
  const { t } = useTranslation('backups');
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = backupsQuery(client);
  return useMutation({
    mutationFn: (schedule: Schedule) => client.call(adminApi.putBackupSchedule, { body: schedule }),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
    onError: (error) => toast.error(errorText(error, t('saveFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
