// The health of the server: a row for each part that it depends on, with advice where something is wrong.
import type { JobHealth, SystemHealth } from '@cellar/contract/admin/monitoring.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { healthQuery } from '../tools.queries.ts';
import styles from './health.module.css';
import { HealthRow } from './health-row.tsx';
import { jobRow, rowsOf } from './health-rows.ts';

export function Health() {
  const { t } = useTranslation('health');
  const query = useQuery(healthQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && (
        <div className={entries.loading} role="status" aria-label={t('loading')}>
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </div>
      )}
      {query.isError && (
        <LoadFailed heading="h3" title={t('loadFailedTitle')} onRetry={() => void query.refetch()} />
      )}
      {query.data && !query.isError && <Parts health={query.data} />}
    </Section>
  );
}

function Parts({ health }: { health: SystemHealth }) {
  const { t, i18n } = useTranslation('health');
  return (
    <>
      <ul className={styles.rows} aria-label={t('heading')}>
        {rowsOf(health, t, i18n.language).map((row) => (
          <li key={row.key}>
            <HealthRow {...row} />
          </li>
        ))}
      </ul>
      <JobList jobs={health.jobs} />
    </>
  );
}

/** All jobs, collapsed at first. Those that do not work are also shown above, with advice. */
function JobList({ jobs }: { jobs: JobHealth[] }) {
  const { t, i18n } = useTranslation('health');
  return (
    <details className={styles.jobs}>
      <summary>{t('jobs.all')}</summary>
      <ul className={styles.rows} aria-label={t('jobs.all')}>
        {jobs.map((job) => (
          <li key={job.name}>
            <HealthRow {...jobRow(job, t, i18n.language)} advice={[]} error={null} />
          </li>
        ))}
      </ul>
    </details>
  );
}
