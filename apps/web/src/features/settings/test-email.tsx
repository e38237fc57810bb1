// Sends the previewed email to the current admin.
import { api } from '@cellar/contract/api.ts';
import { Button, Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { type NotificationSample, notificationSettingsQuery } from './notifications.queries.ts';
import styles from './test-email.module.css';

export function TestEmail({ sample }: { sample: NotificationSample }) {
  const { t } = useTranslation('notifications');
  const client = useApi();
  const { data: settings } = useQuery(notificationSettingsQuery(client));
  const test = useMutation({
    mutationFn: () => client.call(api.testNotification, { body: sample }),
  });
  return (
    <Group gap="var(--space-3)">
      <Button
        variant="default"
        size="sm"
        loading={test.isPending}
        leftSection={<IconSend size={18} stroke={1.7} />}
        onClick={() => test.mutate()}
      >
        {t('test.send')}
      </Button>
      {/* Not a toast, which would cover the dialog's buttons. */}
      <p role="status" className={styles.answer} data-failed={test.isError || undefined}>
        {test.isSuccess &&
          (settings?.isDelivering ? answerText(test.data.message, t('test.sent')) : t('test.waiting'))}
        {test.isError && errorText(test.error, t('test.failed'))}
      </p>
    </Group>
  );
}
