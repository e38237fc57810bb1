// Switches the mails about new games off by the link in one of them, and on again, without a login. Used by the page
// `/unsubscribe`.
import { api } from '@cellar/contract/api.ts';
import type { UnsubscribeStatus } from '@cellar/contract/notifications.ts';
import { Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconLinkOff,
  IconLoader2,
  IconMailOff,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountTabPath } from '#app/paths.ts';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { OutcomePanel } from '#ui/feedback/outcome-panel.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { preferencesQuery } from './preferences.queries.ts';
import { subscriptionQuery } from './unsubscribe.queries.ts';

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

/** Where there is no token, or one that the server does not know. */
export function InvalidUnsubscribe() {
  const { t } = useTranslation('unsubscribe');
  return (
    <OutcomePanel
      isError
      icon={<IconLinkOff size={26} stroke={1.6} />}
      heading={t('invalid')}
      text={t('invalidText')}
    >
      <ToPreferences isMain />
    </OutcomePanel>
  );
}

/** `asked`: not switched yet. `off` and `on`: as it stands after a switch, or after an earlier visit. */
type State = 'asked' | 'off' | 'on';

const icons: Record<State, ReactNode> = {
  asked: <IconMailOff size={26} stroke={1.6} />,
  off: <IconCircleCheck size={26} stroke={1.6} />,
  on: <IconCircleCheck size={26} stroke={1.6} />,
};

function Subscription({ token, status }: { token: string; status: UnsubscribeStatus }) {
  const { t } = useTranslation('unsubscribe');
  const change = useSwitch(token);
  const state = stateOf(status.emailNotifications, change.isSuccess);
  const isOff = state === 'off';
  return (
    <OutcomePanel
      icon={icons[state]}
      heading={t(`${state}.heading`)}
      text={t(`${state}.text`, { site: status.siteName })}
      hint={t(`${state}.hint`)}
    >
      {/* One and the same button, so that the focus stays on it. */}
      <Button
        fullWidth
        variant={isOff ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={() => change.mutate(isOff)}
      >
        {t(isOff ? 'undo' : 'unsubscribe')}
      </Button>
      <ToPreferences />
    </OutcomePanel>
  );
}

function stateOf(isOn: boolean, wasSwitched: boolean): State {
  if (!isOn) return 'off';
  return wasSwitched ? 'on' : 'asked';
}

function useSwitch(token: string) {
  const { t } = useTranslation('unsubscribe');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (emailNotifications: boolean) =>
      client.call(api.postUnsubscribe, { params: { token }, body: { emailNotifications } }),
    onSuccess: ({ emailNotifications }) => {
      const { queryKey } = subscriptionQuery(client, token);
      queryClient.setQueryData(queryKey, (before) => before && { ...before, emailNotifications });
      // The account page of whoever is logged in knows it by another name.
      void queryClient.invalidateQueries({ queryKey: preferencesQuery(client).queryKey });
    },
    onError: (error) => toast.error(errorText(error, t('failed'))),
  });
}

function ToPreferences({ isMain = false }: { isMain?: boolean }) {
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
