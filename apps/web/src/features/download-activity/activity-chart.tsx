// Downloads and bytes of each day, as bars and as a table, and the games that were downloaded most. Used by the Download
// Activity tab.
import type { ActivityStats } from '@cellar/contract/download-activity.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Section } from '#ui/section.tsx';
import { activityStatsQuery } from './activity.queries.ts';
import styles from './activity-chart.module.css';
import { LoadingRows } from './activity-states.tsx';
import { DayBars } from './day-bars.tsx';
import { DayTable } from './day-table.tsx';
import { TopGames } from './top-games.tsx';

const periods = [7, 30, 90, 365];

export function ActivityChart() {
  const { t } = useTranslation('downloadActivity');
  const [days, setDays] = useState(30);
  const query = useQuery(activityStatsQuery(useApi(), days));
  return (
    <Section heading={t('chart.heading')}>
      <Select
        className={styles.period}
        aria-label={t('chart.period')}
        value={String(days)}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
        data={periods.map((count) => ({ value: String(count), label: t('chart.days', { count }) }))}
      />
      {query.isPending && <LoadingRows label={t('chart.loading')} />}
      {query.isError && !query.data && (
        <LoadFailed
          heading="h3"
          title={t('log.loadFailedTitle')}
          text={t('log.loadFailed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Stats stats={query.data} />}
    </Section>
  );
}

function Stats({ stats }: { stats: ActivityStats }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const number = new Intl.NumberFormat(i18n.language);
  const { days, handedOver } = stats;
  return (
    <>
      <div className={styles.charts}>
        <DayBars
          heading={t('chart.bytes')}
          values={days.map(({ day, bytes }) => ({ day, value: bytes }))}
          format={(bytes) => formatSize(bytes, i18n.language)}
        />
        <DayBars
          heading={t('chart.downloads')}
          values={days.map(({ day, downloads }) => ({ day, value: downloads }))}
          format={(count) => number.format(count)}
        />
      </div>
      {handedOver > 0 && <p className={styles.note}>{t('chart.handedOver', { count: handedOver })}</p>}
      <DayTable days={days} />
      <TopGames games={stats.games} />
    </>
  );
}
