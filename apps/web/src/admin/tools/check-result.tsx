// The result of the last file check: missing, damaged and orphaned files.
import type { DamagedFile, MissingFile, CheckResult as Result } from '@cellar/contract/admin/storage.ts';
import { Button, Flex, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAgo, formatSize } from '#lib/format.ts';
import { adminGamePath } from '#lib/paths.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { ProblemFiles } from './file-list.tsx';
import styles from './files.module.css';
import { Orphans } from './orphans.tsx';

export function CheckResult({ result }: { result: Result }) {
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
