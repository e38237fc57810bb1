// Fetches the configuration of a login provider, and says what is wrong with it. Button and answer may be in different places.
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import styles from './login-settings.module.css';

interface TestedProvider {
  issuer: string;
  allowsPrivate: boolean;
}

export type ProviderTest = ReturnType<typeof useProviderTest>;

export function useProviderTest({ issuer, allowsPrivate }: TestedProvider) {
  const client = useApi();
  const { data, error, variables, isPending, mutate } = useMutation({
    mutationFn: (body: TestedProvider) => client.call(adminApi.testLoginProvider, { body }),
  });
  // An answer about other values would be misleading.
  const isCurrent = variables?.issuer === issuer && variables.allowsPrivate === allowsPrivate;
  const isPossible = issuer.trim() !== '';
  return { data, error, isPending, isCurrent, isPossible, run: () => mutate({ issuer, allowsPrivate }) };
}

export interface TestButtonProps {
  test: ProviderTest;
  /** Tells the buttons of several providers apart. */
  label?: string;
}

export function TestButton({ test, label }: TestButtonProps) {
  const { t } = useTranslation('loginSettings');
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={label && t('test.of', { label })}
      loading={test.isPending}
      disabled={!test.isPossible}
      onClick={test.run}
    >
      {t('test.button')}
    </Button>
  );
}

export function TestAnswer({ test }: { test: ProviderTest }) {
  const { t } = useTranslation('loginSettings');
  const { data, error, isCurrent, isPending } = test;
  const isFailed = isCurrent && (error !== null || Boolean(data?.problem));
  const failure =
    error && (error.body?.issues?.length ? t('test.addressWrong') : errorText(error, t('test.failed')));
  return (
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
  );
}
