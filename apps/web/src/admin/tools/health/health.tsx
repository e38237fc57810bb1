// The health of the server: a row for each part that it depends on, with advice where something is wrong.
import type { HealthState, JobHealth, SystemHealth } from '@cellar/contract/admin/monitoring.endpoints.ts';
import { healthLimits } from '@cellar/contract/admin/rules/health.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatAgo, formatMoment, formatSize } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { Section } from '#ui/section.tsx';
import { healthQuery } from '../tools.queries.ts';
import styles from './health.module.css';
import { HealthRow, type HealthRowProps } from './health-row.tsx';

export function Health() {
  const { t } = useTranslation('health');
  const query = useQuery(healthQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && <LoadingList label={t('loading')} height="3rem" rows={3} />}
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

// Describes the health of the server in words.

type Row = HealthRowProps & { key: string };
type Translate = TFunction<'health'>;

/** Returns the rows in the order of a look at the server. Each job that does not work has its own row. */
function rowsOf(health: SystemHealth, t: Translate, language: string): Row[] {
  const broken = health.jobs.filter(({ state }) => state !== 'ok');
  return [
    databaseRow(health.database, t, language),
    storageRow(health.storage, t, language),
    mailRow(health.mail, t, language),
    providersRow(health.providers, t, language),
    jobsRow(health.jobs, t),
    ...broken.map((job) => jobRow(job, t, language)),
    backupRow(health.backup, t, language),
    ...(health.virusScans ? [virusScansRow(health.virusScans, t, language)] : []),
    serverRow(health.server, t, language),
  ];
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function databaseRow(
  { state, problem, engine, sizeBytes }: SystemHealth['database'],
  t: Translate,
  language: string,
): Row {
  return {
    ...{ key: 'database', name: t('database.name'), state },
    facts: [engines[engine], formatSize(sizeBytes, language)],
    advice: problem
      ? [t(`database.${problem}`, { size: formatSize(healthLimits.diskLowBytes, language) })]
      : [],
  };
}

function storageRow(
  { state, problem, kind, freeBytes, lastCheck }: SystemHealth['storage'],
  t: Translate,
  language: string,
): Row {
  const checked = lastCheck
    ? t('storage.checked', { ago: formatAgo(lastCheck.endedAt, language) })
    : t('storage.neverChecked');
  const free = freeBytes === null ? [] : [t('storage.free', { size: formatSize(freeBytes, language) })];
  const size = formatSize(healthLimits.storageLowBytes, language);
  const advice = (reason: NonNullable<typeof problem>) => {
    if (reason === 'files_broken') return t('storage.filesBroken', { count: lastCheck?.broken ?? 0 });
    if (reason === 'away') return t(`storage.away.${kind}`);
    return t(`storage.${reason}`, { size });
  };
  return {
    ...{ key: 'storage', name: t('storage.name'), state },
    facts: [t(`storage.kind.${kind}`), ...free, checked],
    advice: problem ? [advice(problem)] : [],
  };
}

function mailRow(mail: SystemHealth['mail'], t: Translate, language: string): Row {
  const { state, problem, isDelivering, waiting, failed, oldestWaitingAt } = mail;
  const time = oldestWaitingAt ? formatMoment(oldestWaitingAt, language) : '';
  const total = (count: number) => formatCount(count, language);
  return {
    ...{ key: 'mail', name: t('mail.name'), state },
    facts: [
      t(isDelivering ? 'mail.delivering' : 'mail.notDelivering'),
      t('mail.waiting', { total: total(waiting) }),
      t('mail.failed', { total: total(failed) }),
    ],
    advice: problem ? [t(`mail.advice.${problem}`, { time })] : [],
  };
}

function formatCount(count: number, language: string): string {
  const number = new Intl.NumberFormat(language).format(count);
  return count < healthLimits.mailCount ? number : `${number}+`;
}

function providersRow(providers: SystemHealth['providers'], t: Translate, language: string): Row {
  const stateOf = ({ name, isConfigured, lastSuccessAt }: SystemHealth['providers'][number]) => {
    if (!isConfigured) return t('providers.noKey', { name });
    if (!lastSuccessAt) return t('providers.unused', { name });
    return t('providers.lastSuccess', { name, ago: formatAgo(lastSuccessAt, language) });
  };
  const adviceFor = ({ name, problem, pausedUntil }: SystemHealth['providers'][number]) => {
    if (!problem) return [];
    const time = pausedUntil ? formatMoment(pausedUntil, language) : '';
    return [t(`providers.advice.${problem}`, { name, time })];
  };
  return {
    ...{ key: 'providers', name: t('providers.name'), state: worstOf(providers) },
    facts: providers.length > 0 ? providers.map(stateOf) : [t('providers.none')],
    advice: providers.flatMap(adviceFor),
  };
}

function jobsRow(jobs: JobHealth[], t: Translate): Row {
  const failing = jobs.filter(({ state }) => state !== 'ok').length;
  const running = jobs.filter(({ isRunning }) => isRunning).length;
  return {
    ...{ key: 'jobs', name: t('jobs.name'), state: worstOf(jobs) },
    facts: [
      t('jobs.total', { count: jobs.length }),
      ...(failing > 0 ? [t('jobs.failing', { total: failing })] : []),
      ...(running > 0 ? [t('jobs.running', { total: running })] : []),
    ],
    advice: [],
  };
}

function jobRow(job: JobHealth, t: Translate, language: string): Row {
  const { name, state, problem, isRunning, lastSuccessAt, nextRunAt, error } = job;
  const last = lastSuccessAt
    ? t('jobs.lastSuccess', { ago: formatAgo(lastSuccessAt, language) })
    : t(error === null ? 'jobs.notRun' : 'jobs.noSuccess');
  const next = isRunning ? t('jobs.runs') : t('jobs.next', { time: formatMoment(nextRunAt, language) });
  return {
    // The server may be newer than the page, and have jobs that the page does not know.
    ...{ key: name, name: t(`jobs.names.${name as 'send-digests'}`, { defaultValue: name }), state },
    facts: [last, next],
    advice: problem ? [t(`jobs.advice.${problem}`)] : [],
    error,
  };
}

function backupRow(
  { state, problem, isRunning, last, nextAt, error }: SystemHealth['backup'],
  t: Translate,
  language: string,
): Row {
  const made = last
    ? [t('backup.last', { ago: formatAgo(last.endedAt, language) }), formatSize(last.totalBytes, language)]
    : [t('backup.never')];
  const next = nextAt ? t('backup.next', { time: formatMoment(nextAt, language) }) : t('backup.notScheduled');
  return {
    ...{ key: 'backup', name: t('backup.name'), state },
    facts: [...made, isRunning ? t('backup.running') : next],
    advice: problem ? [t(`backup.advice.${problem}`)] : [],
    error,
  };
}

function virusScansRow(
  { state, problem, version, signaturesAt, quarantined, waiting }: NonNullable<SystemHealth['virusScans']>,
  t: Translate,
  language: string,
): Row {
  const total = (count: number) => new Intl.NumberFormat(language).format(count);
  return {
    ...{ key: 'virusScans', name: t('virusScans.name'), state },
    facts: [
      ...(version ? [version.split('/')[0] ?? version] : []),
      ...(signaturesAt ? [t('virusScans.signatures', { ago: formatAgo(signaturesAt, language) })] : []),
      t('virusScans.waiting', { total: total(waiting) }),
    ],
    advice: problem ? [t(`virusScans.advice.${problem}`, { count: quarantined })] : [],
  };
}

function serverRow(
  { version, nodeVersion, host, startedAt }: SystemHealth['server'],
  t: Translate,
  language: string,
): Row {
  return {
    ...{ key: 'server', name: t('server.name'), state: 'ok' },
    facts: [
      t('server.version', { version }),
      `Node.js ${nodeVersion}`,
      t('server.host', { host }),
      t('server.started', { ago: formatAgo(startedAt, language) }),
    ],
    advice: [],
  };
}

function worstOf(parts: { state: HealthState }[]): HealthState {
  const states = parts.map(({ state }) => state);
  if (states.includes('problem')) return 'problem';
  return states.includes('warning') ? 'warning' : 'ok';
}
