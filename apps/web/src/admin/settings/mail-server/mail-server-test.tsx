// Sends a test email through the values of the form, saved or not, and says what the server has answered.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MailServerChange } from '@cellar/contract/messages/mail-server.ts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { i18n } from '#i18n/i18n.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import styles from './mail-server.module.css';

export interface MailServerTestProps {
  /** Undefined for the server of the environment. */
  server: MailServerChange | undefined;
  /** Tells the admin which values are missing. */
  isComplete(): boolean;
  /** Shows the server's validation errors, by field name. Empty when a test begins. */
  onIssues(issues: Record<string, string>): void;
}

export function MailServerTest({ server, isComplete, onIssues }: MailServerTestProps) {
  const { t } = useTranslation('mailServer');
  const client = useApi();
  const test = useMutation({
    mutationFn: () => client.call(adminApi.testMailServer, { body: server ? { server } : {} }),
    onMutate: () => onIssues({}),
    onError: (error) => onIssues(issueTexts(error)),
  });
  const { data, error, isPending } = test;
  const isFailed = !isPending && (error !== null || Boolean(data?.problem));
  const failure = error && failureOf(error);
  const answer = useRef<HTMLParagraphElement>(null);
  // Below the form, the answer may be outside the window or behind the save bar.
  useEffect(() => {
    if (data || error) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [data, error]);
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
      <p ref={answer} role="status" className={styles.answer} data-failed={isFailed || undefined}>
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

function failureOf(error: ApiError): string {
  const issues = error.body?.issues ?? [];
  // The fields say what is wrong with them.
  if (issues.some(({ path }) => path !== 'password')) return i18n.t('mailServer:test.invalid');
  if (issues.length > 0) return i18n.t('mailServer:test.passwordMissing');
  return errorText(error, i18n.t('mailServer:test.failed'));
}
