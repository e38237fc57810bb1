// The files in the temporary folders, refreshed every 30 seconds, with buttons to clear them.
import type { TempFile } from '@cellar/contract/admin/temp-files.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconFolderCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi } from '#lib/api-context.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Section } from '#ui/section.tsx';
import { ClearTemp } from './clear-temp.tsx';
import { FileList } from './file-list.tsx';
import styles from './files.module.css';
import { tempStatusQuery } from './storage.queries.ts';

export function TempFiles({ onCleared }: { onCleared(): void }) {
  const { t } = useTranslation('storage');
  const query = useQuery(tempStatusQuery(useApi()));
  return (
    <Section heading={t('temp.heading')} lead={t('temp.lead')}>
      {query.isPending && (
        <div role="status" aria-label={t('temp.loading')}>
          <Skeleton height="4.5rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <LoadFailed
          heading="h3"
          title={t('temp.loadFailedTitle')}
          text={t('temp.loadFailed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isError && query.data && <Notice kind="error">{t('temp.loadFailed')}</Notice>}
      {query.data && <Files {...query.data} onCleared={onCleared} />}
    </Section>
  );
}

interface FilesProps {
  files: TempFile[];
  totalBytes: number;
  onCleared(): void;
}

function Files({ files, totalBytes, onCleared }: FilesProps) {
  const { t, i18n } = useTranslation('storage');
  if (files.length === 0) {
    return (
      <StateMessage
        icon={<IconFolderCheck size={30} stroke={1.5} />}
        heading="h3"
        title={t('temp.emptyTitle')}
        text={t('temp.empty')}
      />
    );
  }
  const size = formatSize(totalBytes, i18n.language);
  return (
    <>
      <Group justify="space-between" gap="var(--space-2) var(--space-3)" mb="var(--space-3)">
        <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('temp.total', { count: files.length, size })}
        </Text>
        <Button component={Link} to={paths.currentUploads} variant="default" size="sm">
          {t('temp.uploads')}
        </Button>
      </Group>
      <FileList
        label={t('temp.heading')}
        files={files}
        keyOf={(file) => file.path}
        render={(file) => <TempFileRow file={file} />}
      />
      <ClearTemp files={files} onCleared={onCleared} />
    </>
  );
}

function TempFileRow({ file }: { file: TempFile }) {
  const { t, i18n } = useTranslation('storage');
  const { kind, upload, name, size, ageSeconds, isRecent } = file;
  // The server measures the age, because its clock may differ from this one.
  const touchedAt = new Date(Date.now() - ageSeconds * 1000).toISOString();
  return (
    <ListRow
      spacing="tight"
      isNarrow
      name={<h3>{upload ? <Link to={paths.currentUploads}>{upload.title}</Link> : name}</h3>}
      badges={
        <>
          <Badge>{t(`temp.kind.${kind}`)}</Badge>
          {isRecent && <Badge tone="accent">{t('temp.recent')}</Badge>}
        </>
      }
      facts={
        <>
          <span>
            {upload
              ? [upload.platform, t('temp.stored', { percent: upload.percent })].filter(Boolean).join(' · ')
              : t('temp.noUpload')}
          </span>
          <span>{t('temp.touched', { ago: formatAgo(touchedAt, i18n.language) })}</span>
        </>
      }
      actions={<p className={styles.size}>{formatSize(size, i18n.language)}</p>}
    >
      <p className={styles.path}>{file.path}</p>
    </ListRow>
  );
}
