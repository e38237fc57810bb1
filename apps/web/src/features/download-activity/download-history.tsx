import { api } from '@cellar/contract/api.ts';
import type { MyActivity } from '@cellar/contract/download-activity.ts';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountTabPath } from '#app/paths.ts';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { historyQuery } from './activity.queries.ts';
import styles from './activity-list.module.css';
import { ActivityStates } from './activity-states.tsx';
import { HistoryRow, type HistoryRowProps } from './history-row.tsx';

const readPage = (params: URLSearchParams) => ({ page: pageOf(params) });

export function DownloadHistory({ onDownload }: Pick<HistoryRowProps, 'onDownload'>) {
  const { t } = useTranslation('myDownloads');
  const {
    filter: { page },
    change,
  } = useUrlFilter(readPage);
  const query = useQuery(historyQuery(useApi(), page));
  const totalPages = query.data?.totalPages ?? 1;
  useLastPage({
    page,
    totalPages: query.isPlaceholderData ? undefined : query.data?.totalPages,
    onPage: (last) => change({ page: last }),
  });
  return (
    <Section heading={t('history.heading')}>
      <ActivityStates
        query={query}
        label={t('history.loading')}
        failedTitle={t('history.loadFailedTitle')}
        failedText={t('history.loadFailed')}
      />
      {query.data && (
        <HistoryList
          history={query.data}
          isOld={query.isPlaceholderData}
          onDownload={onDownload}
          onCleared={() => change({ page: 1 })}
          onEmptied={() => change({ page: Math.max(1, page - 1) })}
        />
      )}
      <Pager
        page={page}
        totalPages={totalPages}
        label={t('history.pager.label')}
        onPage={(next) => change({ page: next }, { replace: false })}
      />
    </Section>
  );
}

interface HistoryListProps {
  history: MyActivity;
  isOld: boolean;
  onDownload: HistoryRowProps['onDownload'];
  onCleared(): void;
  /** The last entry of the page was deleted. */
  onEmptied(): void;
}

function HistoryList({ history, isOld, onDownload, onCleared, onEmptied }: HistoryListProps) {
  const { t } = useTranslation('myDownloads');
  const { activities, retention, total } = history;
  return (
    <>
      <div className={styles.head}>
        <p className={styles.note}>
          {t('history.lead', { count: retention })}{' '}
          <Link to={accountTabPath('preferences')}>{t('history.change')}</Link>
        </p>
        {total > 0 && <ClearHistory onCleared={onCleared} />}
      </div>
      {total === 0 ? (
        <StateMessage
          icon={<IconHistory size={30} stroke={1.5} />}
          heading="h3"
          title={t('history.emptyTitle')}
          text={t('history.empty')}
        />
      ) : (
        <ul className={entries.list} aria-label={t('history.list')} aria-busy={isOld}>
          {activities.map((activity) => (
            <li key={activity._id}>
              <HistoryRow
                activity={activity}
                onDownload={onDownload}
                onDeleted={() => activities.length === 1 && onEmptied()}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ClearHistory({ onCleared }: { onCleared(): void }) {
  const { t } = useTranslation('myDownloads');
  const [isAsking, setAsking] = useState(false);
  const client = useApi();
  const queryClient = useQueryClient();
  const clear = useMutation({
    mutationFn: () => client.call(api.clearMyActivity),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('history.cleared')));
      onCleared();
    },
    onError: () => toast.error(t('history.clearFailed')),
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries({ queryKey: queryKeys.activity.all });
    },
  });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setAsking(true)}>
        {t('history.clear')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('history.clearQuestion')}
        text={t('history.clearText')}
        confirmLabel={t('history.clearConfirm')}
        isBusy={clear.isPending}
        onConfirm={() => clear.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
