// Shows the last and the next backup, and starts one or its verification.
import type {
  BackupFrequency,
  BackupKind,
  BackupStatus,
  BackupSchedule as Schedule,
} from '@cellar/contract/admin/backups.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button, Flex, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { adminParts } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Figures } from '#ui/figures.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';

export function Backups() {
  const { t } = useTranslation('backups');
  const query = useQuery(backupsQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')} anchor={adminParts.backups.id}>
      {query.isPending && <LoadingBlock label={t('loading')} height="6rem" />}
      {query.isError && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data?.place === null && <Notice kind="info">{t('unset')}</Notice>}
      {query.data && query.data.place !== null && <Configured status={query.data} place={query.data.place} />}
    </Section>
  );
}

function Configured({ status, place }: { status: BackupStatus; place: string }) {
  const { t } = useTranslation('backups');
  const { running, last, isLate } = status;
  const start = useStart();
  return (
    <Flex direction="column" gap="var(--space-5)">
      <Text c="dimmed" fz="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
        {t('place', { place })}
        <br />
        {t('restore')}
      </Text>
      <BackupFigures status={status} />
      <LastResult last={last} isLate={isLate} />
      {running ? (
        <Running running={running} />
      ) : (
        <Flex direction="column" gap="var(--space-2)">
          <Group align="stretch" gap="var(--space-2)">
            {(['backup', 'verification'] as const).map((kind) => (
              <Button
                key={kind}
                variant="default"
                loading={start.isPending && start.variables === kind}
                disabled={start.isPending || (kind === 'verification' && !status.lastGood)}
                onClick={() => start.mutate(kind)}
              >
                {t(kind === 'backup' ? 'now' : 'verify')}
              </Button>
            ))}
          </Group>
          <Text c="dimmed" fz="var(--text-2)">
            {t('verifyHint')}
          </Text>
        </Flex>
      )}
      <BackupSchedule schedule={status.schedule} timeZone={status.timeZone} />
    </Flex>
  );
}

function LastResult({ last: { backup, verification }, isLate }: Pick<BackupStatus, 'last' | 'isLate'>) {
  const { t, i18n } = useTranslation('backups');
  const ago = (time: string) => formatAgo(time, i18n.language);
  return (
    <>
      {backup?.error && (
        <Notice kind="error">
          {t('failed', { ago: ago(backup.endedAt) })} <span lang="en">{backup.error}</span>
        </Notice>
      )}
      {isLate && !backup?.error && <Notice kind="error">{t('late')}</Notice>}
      {verification?.error && (
        <Notice kind="error">
          {t('verifyFailed', { ago: ago(verification.endedAt) })} <span lang="en">{verification.error}</span>
        </Notice>
      )}
      {verification && !verification.error && (
        <Group component="p" wrap="nowrap" gap="var(--space-2)" c="var(--good)" fw={600}>
          <IconCircleCheck size={20} style={{ flex: 'none' }} aria-hidden />
          {t('verified', { ago: ago(verification.endedAt) })}
        </Group>
      )}
    </>
  );
}

function Running({ running }: { running: NonNullable<BackupStatus['running']> }) {
  const { t, i18n } = useTranslation('backups');
  const { kind, doneFiles, totalFiles, doneBytes, totalBytes } = running;
  const label = t(kind === 'backup' ? 'running' : 'verifying');
  return (
    <Flex direction="column" gap="var(--space-2)" maw="34rem">
      <Text fw={600}>{label}</Text>
      <ProgressBar
        percent={totalBytes > 0 ? Math.min(100, (100 * doneBytes) / totalBytes) : 0}
        label={label}
      />
      <Text c="dimmed" fz="var(--text-2)" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {totalFiles === 0
          ? t('starting')
          : t('progress', {
              done: new Intl.NumberFormat(i18n.language).format(doneFiles),
              count: totalFiles,
              size: formatSize(doneBytes, i18n.language),
              total: formatSize(totalBytes, i18n.language),
            })}
      </Text>
    </Flex>
  );
}

function useStart() {
  const { t } = useTranslation('backups');
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = backupsQuery(client);
  return useMutation({
    mutationFn: (kind: BackupKind) => client.call(adminApi.startBackup, { body: { kind } }),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
    onError: (error) => toast.error(errorText(error, t('startFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** The last successful backup and the next one, as figures. */
function BackupFigures({ status: { lastGood, nextAt, timeZone } }: { status: BackupStatus }) {
  const { t, i18n } = useTranslation('backups');
  const { language } = i18n;
  const next = {
    name: t('next'),
    // In the time zone of the schedule, which is shown below.
    ...(nextAt ? formatNext(nextAt, language, timeZone) : { value: t('notPlanned') }),
  };
  if (!lastGood) return <Figures figures={[{ name: t('last'), value: t('never') }, next]} />;
  const { startedAt, endedAt, totalFiles, totalBytes, copiedBytes } = lastGood;
  return (
    <Figures
      figures={[
        {
          name: t('last'),
          value: formatAgo(endedAt, language),
          detail: t('files', { count: totalFiles }),
        },
        {
          name: t('size'),
          value: formatSize(totalBytes, language),
          detail: t('new', { size: formatSize(copiedBytes, language) }),
        },
        { name: t('duration'), value: formatDuration(startedAt, endedAt, language) },
        next,
      ]}
    />
  );
}

function formatNext(time: string, language: string, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone }).format(new Date(time));
  return {
    value: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    detail: format({ timeStyle: 'short' }),
  };
}

const units = [
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Returns the duration in its largest unit: `3 hours`, `5 minutes`, `12 seconds`. */
function formatDuration(from: string, to: string, language: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.round(seconds / size));
}

const frequencies: BackupFrequency[] = ['off', 'daily', 'weekly'];
const hours = [...Array(24).keys()];

/** Chooses when backups are made. Each change is saved at once. */
function BackupSchedule({ schedule, timeZone }: { schedule: Schedule; timeZone: string }) {
  const { t, i18n } = useTranslation('backups');
  const save = useSave();
  const shown = save.isPending ? save.variables : schedule;
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone: 'UTC' });
  return (
    <Flex direction="column" gap="var(--space-2)">
      <Group align="flex-end" gap="var(--space-3)">
        <Select
          label={t('frequency')}
          value={shown.frequency}
          onChange={(event) =>
            save.mutate({ ...shown, frequency: event.currentTarget.value as BackupFrequency })
          }
          data={frequencies.map((value) => ({ value, label: t(value) }))}
        />
        {shown.frequency !== 'off' && (
          <Select
            label={t('hour')}
            value={String(shown.hour)}
            onChange={(event) => save.mutate({ ...shown, hour: Number(event.currentTarget.value) })}
            data={hours.map((hour) => ({
              value: String(hour),
              label: time.format(new Date(Date.UTC(2000, 0, 1, hour))),
            }))}
          />
        )}
      </Group>
      <Text c="dimmed" fz="var(--text-2)">
        {t('timeZone', { timeZone })}
      </Text>
    </Flex>
  );
}

function useSave() {
  const { t } = useTranslation('backups');
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = backupsQuery(client);
  return useMutation({
    mutationFn: (schedule: Schedule) => client.call(adminApi.putBackupSchedule, { body: schedule }),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
    onError: (error) => toast.error(errorText(error, t('saveFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

const watchRunningMs = 2000;
const watchMs = 60_000;

const backupsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: ['backups'],
    queryFn: ({ signal }) => client.call(adminApi.getBackups, { signal }),
    staleTime: 0,
    // The schedule or another admin may have started one.
    refetchInterval: ({ state }) => (state.data?.running ? watchRunningMs : watchMs),
  });
