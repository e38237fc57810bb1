// Turns emails about new games off or on again through the link in such an email. Needs no login.
import { memberApi } from '@cellar/contract/member-api.ts';
import type { UnsubscribeStatus } from '@cellar/contract/messages/emails.endpoints.ts';
import { Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconLinkOff,
  IconLoader2,
  IconMailOff,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { accountTabPath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { RetryButton } from '#ui/feedback/messages.tsx';
import { OutcomePanel } from '#ui/panel.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { subscriptionQuery } from './account.queries.ts';
import { preferencesQuery } from './preferences.queries.ts';

export function Unsubscribe({ token }: { token: string }) {
  const { t } = useTranslation('unsubscribe');
  const query = useQuery(subscriptionQuery(useApi(), token));
  if (query.data) return <Subscription token={token} status={query.data} />;
  if (query.error?.status === 400 || query.error?.status === 404) return <InvalidUnsubscribe />;
  if (query.isError) {
    return (
      <OutcomePanel
        isError
        icon={<IconPlugConnectedX size={26} stroke={1.6} />}
        heading={t('unreachable')}
        text={errorText(query.error, t('unreachableText'))}
      >
        <RetryButton fullWidth loading={query.isFetching} onClick={() => void query.refetch()} />
      </OutcomePanel>
    );
  }
  return (
    <OutcomePanel
      icon={<IconLoader2 size={26} stroke={1.6} />}
      heading={t('loading')}
      text={t('loadingText')}
    />
  );
}

/** Shown if the link has no token, or one that the server does not know. */
export function InvalidUnsubscribe() {
  const { t } = useTranslation('unsubscribe');
  return (
    <OutcomePanel
      isError
      icon={<IconLinkOff size={26} stroke={1.6} />}
      heading={t('invalid')}
      text={t('invalidText')}
    >
      <PreferencesLink isMain />
    </OutcomePanel>
  );
}

/** `asked`: the visitor has not decided yet. */
type State = 'asked' | 'off' | 'on';

function Subscription({ token, status }: { token: string; status: UnsubscribeStatus }) {
  const { t } = useTranslation('unsubscribe');
  const change = useSubscription(token);
  const state: State = status.emailNotifications ? (change.isSuccess ? 'on' : 'asked') : 'off';
  const isOff = state === 'off';
  const Icon = state === 'asked' ? IconMailOff : IconCircleCheck;
  return (
    <OutcomePanel
      icon={<Icon size={26} stroke={1.6} />}
      heading={t(`${state}.heading`)}
      text={t(`${state}.text`, { site: status.siteName })}
      hint={t(`${state}.hint`)}
    >
      {/* Both actions share one button, so that it keeps the focus. */}
      <Button
        fullWidth
        variant={isOff ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={() => change.mutate(isOff)}
      >
        {t(isOff ? 'undo' : 'unsubscribe')}
      </Button>
      <PreferencesLink />
    </OutcomePanel>
  );
}

function useSubscription(token: string) {
  const { t } = useTranslation('unsubscribe');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (emailNotifications: boolean) =>
      client.call(memberApi.postUnsubscribe, { params: { token }, body: { emailNotifications } }),
    onSuccess: ({ emailNotifications }) => {
      const { queryKey } = subscriptionQuery(client, token);
      queryClient.setQueryData(queryKey, (before) => before && { ...before, emailNotifications });
      // The account page shows the same choice from another query.
      void queryClient.invalidateQueries({ queryKey: preferencesQuery(client).queryKey });
    },
    onError: (error) => toast.error(errorText(error, t('failed'))),
  });
}

function PreferencesLink({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation('unsubscribe');
  return (
    <Button
      component={Link}
      to={accountTabPath('preferences')}
      variant={isMain ? 'filled' : 'subtle'}
      fullWidth
    >
      {t('preferences')}
    </Button>
  );
}
