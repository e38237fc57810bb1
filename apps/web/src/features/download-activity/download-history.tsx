// The Download History tab of the account page: what the member has downloaded, newest first.
import type { MyActivity } from '@cellar/contract/download-activity.ts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountTabPath } from '#app/paths.ts';
import { useApi } from '#lib/api-context.ts';
import entries from '#ui/entry-list.module.css';
import { Pager } from '#ui/pager.tsx';
import { Section } from '#ui/section.tsx';
import { StateMessage } from '#ui/state-message.tsx';
import { historyQuery } from './activity.queries.ts';
import styles from './activity-list.module.css';
import { LoadingRows, OutOfReach } from './activity-states.tsx';
import { ClearHistory } from './clear-history.tsx';
import { HistoryRow } from './history-row.tsx';

export function DownloadHistory() {
  const { t } = useTranslation('myDownloads');
  const [page, setPage] = useState(1);
  const query = useQuery(historyQuery(useApi(), page));
  const totalPages = query.data?.totalPages ?? 1;
  return (
    <Section heading={t('history.heading')}>
      {query.isPending && <LoadingRows label={t('history.loading')} />}
      {query.isError && !query.data && (
        <OutOfReach
          title={t('history.loadFailedTitle')}
          text={t('history.loadFailed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <Kept
          history={query.data}
          isOld={query.isPlaceholderData}
          onCleared={() => setPage(1)}
          onEmptied={() => setPage(Math.max(1, page - 1))}
        />
      )}
      <Pager
        page={page}
        totalPages={totalPages}
        texts={{
          label: t('history.pager.label'),
          previous: t('history.pager.previous'),
          next: t('history.pager.next'),
          position: t('history.pager.position', { page, total: totalPages }),
        }}
        onPage={setPage}
      />
    </Section>
  );
}

interface KeptProps {
  history: MyActivity;
  isOld: boolean;
  onCleared(): void;
  /** The last entry of the page is gone. */
  onEmptied(): void;
}

function Kept({ history, isOld, onCleared, onEmptied }: KeptProps) {
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
              <HistoryRow activity={activity} onDeleted={() => activities.length === 1 && onEmptied()} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
