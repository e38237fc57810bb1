// The health of the server: a row for each part that it depends on, with advice where something is wrong.
import type { HealthState, JobHealth, SystemHealth } from '@cellar/contract/admin/monitoring.endpoints.ts';
import { healthLimits } from '@cellar/contract/admin/rules/health.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatAgo, formatMoment, formatSize } from '#lib/format.ts';
import { settingsPath, toolsPath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { Section } from '#ui/section.tsx';
import { healthQuery } from '../tools.queries.ts';
import styles from './health.module.css';
import { GoodRow, type HealthRowProps, TroubleRow } from './health-row.tsx';

const texts = [
  'health',
  'storage',
  'backups',
  'tools',
  'metadataSettings',
  'mailServer',
  'virusScans',
] as const;

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
  const { t, i18n } = useTranslation(texts);
  const rows = rowsOf(health, t, i18n.language);
  const [good, trouble] = [rows.filter(isGood), rows.filter((row) => !isGood(row))];
  return (
    <>
      <ul className={styles.rows} aria-label={t('health:heading')}>
        {trouble.map((row) => (
          <li key={row.key}>
            <TroubleRow {...row} />
          </li>
        ))}
        {good.map((row) => (
          <li key={row.key}>
            <GoodRow {...row} />
          </li>
        ))}
      </ul>
      <JobList jobs={health.jobs} />
    </>
  );
}

const isGood = ({ state }: Row) => state === 'ok';

/** All jobs, collapsed at first. Those that do not work are also shown above, with advice. */
function JobList({ jobs }: { jobs: JobHealth[] }) {
  const { t, i18n } = useTranslation(texts);
  return (
    <Disclosure label={t('health:jobs.all')}>
      <ul className={styles.rows} aria-label={t('health:jobs.all')}>
        {jobs.map((job) => (
          <li key={job.name}>
            <GoodRow {...jobRow(job, t, i18n.language)} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

// Describes the health of the server in words.

type Row = HealthRowProps & { key: string };
type Translate = TFunction<typeof texts>;

/** Returns the rows in the order of a look at the server. Only jobs that do not work have rows. */
function rowsOf(health: SystemHealth, t: Translate, language: string): Row[] {
  const broken = health.jobs.filter(({ state }) => state !== 'ok');
  return [
    databaseRow(health.database, t, language),
    storageRow(health.storage, t, language),
    mailRow(health.mail, t, language),
    providersRow(health.providers, t, language),
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
    place: problem ? storagePlaces(t)[problem] : undefined,
  };
}

/** Nothing on the page helps when the storage is away. */
function storagePlaces(t: Translate): Partial<Record<string, HealthRowProps['place']>> {
  const space = { label: t('storage:usage.heading'), path: toolsPath('storage') };
  const files = { label: t('storage:check.heading'), path: toolsPath('files') };
  return { full: space, low: space, files_broken: files, check_failed: files };
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
    place:
      problem === 'no_server'
        ? { label: t('mailServer:heading'), path: settingsPath('mail') }
        : { label: t('tools:outbox.heading'), path: toolsPath('email') },
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
    // The advice says what is the matter with the others.
    facts:
      providers.length > 0 ? providers.filter(({ problem }) => !problem).map(stateOf) : [t('providers.none')],
    advice: providers.flatMap(adviceFor),
    place: { label: t('metadataSettings:heading'), path: settingsPath('metadata') },
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
    place: { label: t('backups:heading'), path: toolsPath('backups') },
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
    place: { label: t('virusScans:heading'), path: toolsPath('files') },
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
