// Fetches the configuration of a login provider, and says what is wrong with it.
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import styles from './login-settings.module.css';

export interface ProviderTestProps {
  issuer: string;
  allowsPrivate: boolean;
  /** Tells the buttons of several providers apart. */
  label?: string;
}

export function ProviderTest({ issuer, allowsPrivate, label }: ProviderTestProps) {
  const { t } = useTranslation('loginSettings');
  const client = useApi();
  const test = useMutation({
    mutationFn: (body: { issuer: string; allowsPrivate: boolean }) =>
      client.call(adminApi.testLoginProvider, { body }),
  });
  const { data, error, variables, isPending } = test;
  // An answer about other values would be misleading.
  const isCurrent = variables?.issuer === issuer && variables.allowsPrivate === allowsPrivate;
  const isFailed = isCurrent && (error !== null || Boolean(data?.problem));
  const failure =
    error && (error.body?.issues?.length ? t('test.addressWrong') : errorText(error, t('test.failed')));
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        size="sm"
        aria-label={label && t('test.of', { label })}
        loading={isPending}
        disabled={issuer.trim() === ''}
        onClick={() => test.mutate({ issuer, allowsPrivate })}
      >
        {t('test.button')}
      </Button>
      <p role="status" className={styles.answer} data-failed={isFailed || undefined}>
        {isPending && t('test.running')}
        {isCurrent && !isPending && failure}
        {isCurrent && data && !data.problem && t(data.canLogOut ? 'test.okWithLogout' : 'test.ok')}
        {isCurrent && data?.problem && t(`problems.${data.problem}`)}
        {isCurrent && data?.detail && (
          <span className={styles.said}>
            {t('test.answer')} <q lang="en">{data.detail}</q>
          </span>
        )}
      </p>
    </div>
  );
}
