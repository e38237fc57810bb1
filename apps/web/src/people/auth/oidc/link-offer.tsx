// Asks a member who has just logged in whether the login of a provider, tried before, shall be linked to the account.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { PageLoading } from '#ui/feedback/loading.tsx';
import { RetryButton } from '#ui/feedback/messages.tsx';
import { OutcomePanel } from '#ui/panel.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';

/** `onDone` must be the same function in every render. */
export function LinkOffer({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('oidc');
  const client = useApi();
  const query = useQuery({
    queryKey: [...queryKeys.account.all, 'login-offer'],
    queryFn: ({ signal }) => client.call(deferredApi.getLoginOffer, { signal }),
    gcTime: 0,
  });
  const accept = useMutation({
    mutationFn: () => client.call(deferredApi.acceptLoginOffer),
    onSuccess: () => {
      toast.success(t('offer.linked'));
      onDone();
    },
    onError: (error) => toastRefusal(error, t('offer.failed')),
  });
  const isGone = query.data?.offer === null;
  useEffect(() => {
    if (isGone) onDone();
  }, [isGone, onDone]);
  if (query.isError) {
    return (
      <OutcomePanel
        isError
        icon={<IconLink size={26} stroke={1.6} />}
        heading={t('offer.title')}
        text={t('offer.failed')}
      >
        <RetryButton fullWidth loading={query.isFetching} onClick={() => void query.refetch()} />
        <Button variant="default" fullWidth onClick={onDone}>
          {t('offer.later')}
        </Button>
      </OutcomePanel>
    );
  }
  if (!query.data?.offer) return <PageLoading />;
  const { label, email } = query.data.offer;
  return (
    <OutcomePanel
      icon={<IconLink size={26} stroke={1.6} />}
      heading={t('offer.heading', { label })}
      text={t('offer.text', { label, email })}
    >
      <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('offer.link')}
      </Button>
      <Button variant="default" fullWidth onClick={onDone}>
        {t('offer.later')}
      </Button>
    </OutcomePanel>
  );
}
