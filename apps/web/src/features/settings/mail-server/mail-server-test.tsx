// Sends a test email through the values of the form, saved or not, and says what the server has answered.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MailServerChange } from '@cellar/contract/mail-server.ts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import styles from './mail-server.module.css';

export interface MailServerTestProps {
  /** Undefined for the server of the environment. */
  server: MailServerChange | undefined;
  /** Tells the admin which values are missing. */
  isComplete(): boolean;
}

export function MailServerTest({ server, isComplete }: MailServerTestProps) {
  const { t } = useTranslation('mailServer');
  const client = useApi();
  const test = useMutation({
    mutationFn: () => client.call(adminApi.testMailServer, { body: server ? { server } : {} }),
  });
  const { data, error, isPending } = test;
  const isFailed = !isPending && (error !== null || Boolean(data?.problem));
  const failure =
    error && (error.body?.issues?.length ? t('test.passwordMissing') : errorText(error, t('test.failed')));
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconSend size={18} stroke={1.7} />}
        loading={isPending}
        onClick={() => isComplete() && test.mutate()}
      >
        {t('test.send')}
      </Button>
      <p role="status" className={styles.answer} data-failed={isFailed || undefined}>
        {isPending && t('test.running')}
        {!isPending && failure}
        {!isPending &&
          data &&
          (data.problem ? t(`problems.${data.problem}`) : t('test.sent', { to: data.to }))}
        {!isPending && data?.answer && (
          <span className={styles.said}>
            {t('test.answer')} <q lang="en">{data.answer}</q>
          </span>
        )}
      </p>
    </div>
  );
}
