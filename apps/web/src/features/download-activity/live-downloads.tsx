// What all members download at this moment, and the way to stop it. Used by the Download Activity tab.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import type { SpeedWindow } from '#lib/speed-window.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { runningQuery } from './activity.queries.ts';
import styles from './activity-list.module.css';
import { LoadingRows } from './activity-states.tsx';
import { LiveRow } from './live-row.tsx';

export function LiveDownloads() {
  const { t } = useTranslation('downloadActivity');
  const [speeds] = useState(() => new Map<string, SpeedWindow>());
  const query = useQuery(runningQuery(useApi(), speeds));
  const { downloads, total = 0 } = query.data ?? {};
  return (
    <Section heading={t('live.heading')} lead={t('live.lead')}>
      {query.isPending && <LoadingRows label={t('live.loading')} />}
      {query.isError && !downloads && (
        <LoadFailed
          heading="h3"
          title={t('log.loadFailedTitle')}
          text={t('log.loadFailed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {downloads?.length === 0 && <p className={styles.note}>{t('live.empty')}</p>}
      {downloads && downloads.length > 0 && (
        <ul className={entries.list} aria-label={t('live.heading')}>
          {downloads.map((download) => (
            <li key={download._id}>
              <LiveRow download={download} />
            </li>
          ))}
        </ul>
      )}
      {downloads && total > downloads.length && (
        <p className={styles.note}>{t('live.more', { count: total - downloads.length })}</p>
      )}
    </Section>
  );
}
