// The secret link to the feed of new games: creating, copying, renewing it and turning it off.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { Button } from '@mantine/core';
import { IconRss } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './account.module.css';
import { feedQuery } from './account.queries.ts';

export function Feed() {
  const { t } = useTranslation('account');
  const { data, isError, refetch } = useQuery(feedQuery(useApi()));
  const { renew, turnOff } = useFeedChanges();
  return (
    <Section
      heading={t('feed.heading')}
      lead={t('feed.lead')}
      anchor="feed"
      action={
        data?.path === null && (
          <Button
            variant="default"
            leftSection={<IconRss size={18} aria-hidden />}
            loading={renew.isPending}
            onClick={() => renew.mutate(t('feed.created'))}
          >
            {t('feed.create')}
          </Button>
        )
      }
    >
      {data?.path && <FeedLink path={data.path} renew={renew} turnOff={turnOff} />}
      {!data && isError && <LoadFailedNotice onRetry={() => void refetch()} />}
    </Section>
  );
}

function FeedLink({ path, renew, turnOff }: ReturnType<typeof useFeedChanges> & { path: string }) {
  const { t } = useTranslation('account');
  const [asked, setAsked] = useState<'renew' | 'off'>();
  const url = window.location.origin + path;
  const handleConfirm = () => {
    setAsked(undefined);
    if (asked === 'renew') renew.mutate(t('feed.renewed'));
    else turnOff.mutate();
  };
  return (
    <div className={layout.stack4}>
      <div className={styles.link}>
        <a href={path} aria-label={t('feed.link')}>
          {url}
        </a>
        <CopyButton text={url} label={t('feed.copy')} />
      </div>
      <div className={layout.row3}>
        <Button variant="default" size="sm" loading={renew.isPending} onClick={() => setAsked('renew')}>
          {t('feed.renew')}
        </Button>
        <Button variant="default" size="sm" loading={turnOff.isPending} onClick={() => setAsked('off')}>
          {t('feed.off')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={t(asked === 'off' ? 'feed.offQuestion' : 'feed.renewQuestion')}
        text={t(asked === 'off' ? 'feed.offText' : 'feed.renewText')}
        confirmLabel={t(asked === 'off' ? 'feed.off' : 'feed.renew')}
        onConfirm={handleConfirm}
        onCancel={() => setAsked(undefined)}
      />
    </div>
  );
}

function useFeedChanges() {
  const { t } = useTranslation('account');
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = feedQuery(client);
  const onError = (error: ApiError) => toast.error(errorText(error, t('feed.failed')));
  const renew = useMutation({
    mutationFn: (_done: string) => client.call(deferredApi.renewOwnFeed),
    onSuccess: (feed, done) => {
      queryClient.setQueryData(queryKey, feed);
      toast.success(done);
    },
    onError,
  });
  const turnOff = useMutation({
    mutationFn: () => client.call(deferredApi.deleteOwnFeed),
    onSuccess: (feed) => {
      queryClient.setQueryData(queryKey, feed);
      toast.success(t('feed.turnedOff'));
    },
    onError,
  });
  return { renew, turnOff };
}
