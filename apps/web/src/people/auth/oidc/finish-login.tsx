// The end of a login through a provider: exchanges the code of the address for a session.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { Session } from '@cellar/contract/people/accounts.ts';
import { loginProblemOf } from '@cellar/contract/people/rules/login-providers.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLoader2, IconPlugConnectedX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { confirmationChannel } from '#lib/confirmation.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { OutcomePanel } from '#ui/panel.tsx';

export interface FinishLoginProps {
  code: string;
  /** Must be the same function in every render. */
  onLogin(session: Session, returnTo: string): void;
}

export function FinishLogin({ code, onLogin }: FinishLoginProps) {
  const { t } = useTranslation('oidc');
  const { data, error } = useQuery(exchangeQuery(useApi(), code));
  useEffect(() => {
    if (!data) return;
    const { returnTo, ...session } = data;
    onLogin(session, returnTo);
  }, [data, onLogin]);
  if (error) return <LoginFailed text={errorText(error, t('finish.noAnswer'))} />;
  return (
    <OutcomePanel
      icon={<IconLoader2 size={26} stroke={1.6} />}
      heading={t('finish.heading')}
      text={t('finish.text')}
    />
  );
}

function LoginFailed({ text }: { text: string }) {
  const { t } = useTranslation('oidc');
  return (
    <OutcomePanel
      isError
      icon={<IconPlugConnectedX size={26} stroke={1.6} />}
      heading={t('finish.failed')}
      text={text}
    >
      <Button component={Link} to={paths.login} fullWidth>
        {t('finish.toLogin')}
      </Button>
    </OutcomePanel>
  );
}

/** The code works once, so the answer is kept, also when the page is mounted again. */
const exchangeQuery = (client: ApiClient, code: string) =>
  queryOptions({
    queryKey: ['login-code', code],
    queryFn: () => client.call(deferredApi.exchangeLoginCode, { body: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

// Shown in the tab in which a member has confirmed a session at a provider. Tells the tab that has asked for it.

export function ConfirmationResult({ search }: { search: string }) {
  const { t } = useTranslation('oidc');
  const query = new URLSearchParams(search);
  const isConfirmed = query.get('login') === 'confirmed';
  useEffect(() => {
    if (!isConfirmed) return;
    const channel = new BroadcastChannel(confirmationChannel);
    channel.postMessage('confirmed');
    channel.close();
    // Has no effect where the browser does not let scripts close the tab.
    window.close();
  }, [isConfirmed]);
  if (!isConfirmed) {
    return <LoginFailed text={t(`problems.${loginProblemOf(query.get('problem')) ?? 'expired'}`)} />;
  }
  return (
    <OutcomePanel
      icon={<IconCircleCheck size={26} stroke={1.6} />}
      heading={t('confirmed.heading')}
      text={t('confirmed.text')}
    />
  );
}
