// The Download History tab of the account page: what the member has downloaded, newest first.
import type { MyActivity } from '@cellar/contract/download-activity.ts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountTabPath } from '#app/paths.ts';
import { useApi } from '#lib/api-context.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { historyQuery } from './activity.queries.ts';
import styles from './activity-list.module.css';
import { LoadingRows } from './activity-states.tsx';
import { ClearHistory } from './clear-history.tsx';
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
      {query.isPending && <LoadingRows label={t('history.loading')} />}
      {query.isError && !query.data && (
        <LoadFailed
          heading="h3"
          title={t('history.loadFailedTitle')}
          text={t('history.loadFailed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <Kept
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

interface KeptProps {
  history: MyActivity;
  isOld: boolean;
  onDownload: HistoryRowProps['onDownload'];
  onCleared(): void;
  /** The last entry of the page is gone. */
  onEmptied(): void;
}

function Kept({ history, isOld, onDownload, onCleared, onEmptied }: KeptProps) {
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
