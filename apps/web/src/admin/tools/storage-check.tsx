// Starts a check of the stored files, and shows its progress and the last result.
import type {
  CheckKind,
  CheckStatus,
  DamagedFile,
  MissingFile,
  CheckResult as Result,
} from '@cellar/contract/admin/storage.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button, Flex, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { adminGamePath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { ProblemFiles } from './file-list.tsx';
import styles from './files.module.css';
import { Orphans } from './orphans.tsx';
import { storageCheckQuery } from './tools.queries.ts';

export function StorageCheck() {
  const { t } = useTranslation('storage');
  const query = useQuery(storageCheckQuery(useApi()));
  return (
    <Section heading={t('check.heading')} lead={t('check.lead')}>
      {query.isPending && <LoadingBlock label={t('usage.loading')} height="4.5rem" />}
      {query.isError && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data && <Check status={query.data} />}
    </Section>
  );
}

function Check({ status: { running, last } }: { status: CheckStatus }) {
  const { t } = useTranslation('storage');
  const start = useStart();
  return (
    <Flex direction="column" gap="var(--space-5)">
      {running ? (
        <Running running={running} />
      ) : (
        <Group align="stretch" gap="var(--space-2)">
          {(['quick', 'full'] as const).map((kind) => (
            <Button
              key={kind}
              variant="default"
              loading={start.isPending && start.variables === kind}
              disabled={start.isPending}
              onClick={() => start.mutate(kind)}
            >
              {t(`check.${kind}`)}
            </Button>
          ))}
        </Group>
      )}
      {last && <CheckResult result={last} />}
      {!last && !running && (
        <Text c="dimmed" fz="var(--text-2)">
          {t('check.never')}
        </Text>
      )}
    </Flex>
  );
}

function Running({ running }: { running: NonNullable<CheckStatus['running']> }) {
  const { t, i18n } = useTranslation('storage');
  const { kind, checkedFiles, totalFiles, checkedBytes, totalBytes } = running;
  const isFull = kind === 'full';
  const [done, all] = isFull ? [checkedBytes, totalBytes] : [checkedFiles, totalFiles];
  const label = t(isFull ? 'check.runningFull' : 'check.runningQuick');
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Flex direction="column" gap="var(--space-2)" maw="34rem">
      <Text fw={600}>{label}</Text>
      <ProgressBar percent={all > 0 ? Math.min(100, (100 * done) / all) : 0} label={label} />
      <Text c="dimmed" fz="var(--text-2)" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('check.progress', {
          checked: number.format(checkedFiles),
          count: totalFiles,
          size: formatSize(checkedBytes, i18n.language),
        })}
      </Text>
    </Flex>
  );
}

function useStart() {
  const { t } = useTranslation('storage');
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = storageCheckQuery(client);
  return useMutation({
    mutationFn: (kind: CheckKind) => client.call(adminApi.startStorageCheck, { body: { kind } }),
    onSuccess: (status) => queryClient.setQueryData(queryKey, status),
    onError: (error) => toast.error(errorText(error, t('check.startFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** The result of the last file check: missing, damaged and orphaned files. */
function CheckResult({ result }: { result: Result }) {
  const { t, i18n } = useTranslation('storage');
  const { kind, endedAt, checkedFiles, error, counts } = result;
  const isGood = !error && counts.missing + counts.damaged + counts.orphans === 0;
  const ago = formatAgo(endedAt, i18n.language);
  return (
    <Flex direction="column" gap="var(--space-4)">
      <Text c="dimmed" fz="var(--text-2)">
        {t(kind === 'full' ? 'check.lastFull' : 'check.lastQuick', { count: checkedFiles, ago })}
      </Text>
      {isGood && (
        <Group component="p" wrap="nowrap" gap="var(--space-2)" c="var(--good)" fw={600}>
          <IconCircleCheck size={20} aria-hidden /> {t('check.good')}
        </Group>
      )}
      {error && (
        <Notice kind="error">
          {t('check.broken')} <span lang="en">{error}</span>
        </Notice>
      )}
      <BrokenFiles kind="missing" count={counts.missing} files={result.missing} />
      <BrokenFiles kind="damaged" count={counts.damaged} files={result.damaged} />
      {counts.orphans > 0 && <Orphans orphans={result.orphans} count={counts.orphans} />}
    </Flex>
  );
}

interface BrokenFilesProps {
  kind: 'missing' | 'damaged';
  /** The total number; `files` may contain fewer. */
  count: number;
  files: (MissingFile | DamagedFile)[];
}

function BrokenFiles({ kind, count, files }: BrokenFilesProps) {
  const { t, i18n } = useTranslation('storage');
  if (count === 0) return null;
  const heading = t(`check.${kind}`, { total: new Intl.NumberFormat(i18n.language).format(count) });
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const problemOf = (file: MissingFile | DamagedFile) =>
    'reason' in file
      ? t(`check.reason.${file.reason}`, {
          found: size(file.foundSize),
          expected: size(file.expectedSize),
        })
      : undefined;
  return (
    <ProblemFiles
      heading={heading}
      hint={t(`check.${kind}Hint`)}
      isError
      files={files}
      render={(file) => <BrokenFileRow file={file} problem={problemOf(file)} />}
    />
  );
}

interface BrokenFileRowProps {
  file: MissingFile | DamagedFile;
  /** What is wrong with a damaged file; undefined for a missing one. */
  problem: string | undefined;
}

function BrokenFileRow({ file, problem }: BrokenFileRowProps) {
  const { t, i18n } = useTranslation('storage');
  const { key, path, gameId, title, platform, expectedSize } = file;
  return (
    <ListRow
      spacing="tight"
      isNarrow
      name={<h4>{title}</h4>}
      facts={
        <>
          <span>
            {t('check.expected', {
              platform: platform || t('usage.anyPlatform'),
              size: formatSize(expectedSize, i18n.language),
            })}
          </span>
          {problem && <span className={styles.bad}>{problem}</span>}
        </>
      }
      actions={
        <Button
          component={Link}
          to={adminGamePath(gameId)}
          variant="default"
          size="sm"
          aria-label={t('check.editOf', { title })}
        >
          {t('check.edit')}
        </Button>
      }
    >
      <p className={styles.path}>{path ?? key}</p>
    </ListRow>
  );
}
