// The log of all downloads: filters in the URL, pages of 20, CSV, and the way to clear it. Used by the Download Activity tab.
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { activityLogQuery } from './activity.queries.ts';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import styles from './activity-log.module.css';
import { LoadingRows } from './activity-states.tsx';
import { ClearActivity } from './clear-activity.tsx';
import { ExportActivity } from './export-activity.tsx';
import { LoggedRow } from './logged-row.tsx';
import { isFiltered, noFilter, useActivityFilter } from './use-activity-filter.ts';

export function ActivityLog() {
  const { t, i18n } = useTranslation('downloadActivity');
  const { filter, change } = useActivityFilter();
  const query = useQuery(activityLogQuery(useApi(), filter));
  const { page } = filter;
  const { totalPages = 1, total = 0, activities } = query.data ?? {};
  useLastPage({
    page,
    totalPages: query.isPlaceholderData ? undefined : query.data?.totalPages,
    onPage: (last) => change({ page: last }),
  });
  return (
    <Section heading={t('log.heading')} lead={t('log.lead')}>
      <ActivityFilterBar filter={filter} onChange={change} />
      <div className={styles.line}>
        <span className={styles.total} role="status">
          {activities &&
            t('log.total', { count: total, total: new Intl.NumberFormat(i18n.language).format(total) })}
        </span>
        <ExportActivity filter={filter} isEmpty={total === 0} />
      </div>
      {query.isPending && <LoadingRows label={t('log.loading')} />}
      {query.isError && !activities && (
        <LoadFailed
          heading="h3"
          title={t('log.loadFailedTitle')}
          text={t('log.loadFailed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {activities?.length === 0 && (
        <Nothing isFiltered={isFiltered(filter)} onReset={() => change(noFilter)} />
      )}
      {activities && activities.length > 0 && (
        <ul className={entries.list} aria-label={t('log.heading')} aria-busy={query.isPlaceholderData}>
          {activities.map((activity) => (
            <li key={activity._id}>
              <LoggedRow activity={activity} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        totalPages={totalPages}
        label={t('pager.label')}
        onPage={(next) => change({ page: next })}
      />
      <div className={styles.end}>
        <ClearActivity onCleared={() => change({ page: 1 })} />
      </div>
    </Section>
  );
}

function Nothing({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  const { t } = useTranslation('downloadActivity');
  return (
    <StateMessage
      icon={<IconHistory size={30} stroke={1.5} />}
      heading="h3"
      title={t(isFiltered ? 'log.noMatchTitle' : 'log.emptyTitle')}
      text={t(isFiltered ? 'log.noMatch' : 'log.empty')}
    >
      {isFiltered && (
        <Button variant="default" onClick={onReset}>
          {t('filter.reset')}
        </Button>
      )}
    </StateMessage>
  );
}
