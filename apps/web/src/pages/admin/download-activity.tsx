// The Download Activity tab: figures and running downloads, the log, and what happened by day.

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { activityLogQuery, useActivityFilter } from '#transfer/download-activity/activity.queries.ts';
import { ActivityChart, ActivityFigures } from '#transfer/download-activity/activity-chart.tsx';
import { ActivityLog, ClearActivity } from '#transfer/download-activity/activity-log.tsx';
import { LiveDownloads } from '#transfer/download-activity/live-downloads.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';

export function DownloadActivity() {
  const { t } = useTranslation('downloadActivity');
  // The log's response includes the figures. Both use the same query, so there is only one request.
  const { filter, change } = useActivityFilter();
  const query = useQuery(activityLogQuery(useApi(), filter));
  return (
    <div className={layout.stack5}>
      <Section heading={t('tab')} lead={t('lead')}>
        <div className={layout.stack4}>
          <ActivityFigures figures={query.data?.stats} />
          <LiveDownloads />
        </div>
      </Section>
      <ActivityLog />
      <Disclosure label={t('chart.heading')} isLazy>
        <ActivityChart />
      </Disclosure>
      <div className={layout.actions}>
        <ClearActivity onCleared={() => change({ page: 1 })} />
      </div>
    </div>
  );
}
