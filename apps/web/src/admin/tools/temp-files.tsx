// The files in the temporary folders, refreshed every 30 seconds, with buttons to clear them.
import type { TempFile } from '@cellar/contract/admin/temp-files.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { answerText } from '#i18n/error-text.ts';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailed, Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { FileList } from './file-list.tsx';
import styles from './files.module.css';
import { tempStatusQuery } from './tools.queries.ts';

export function TempFiles({ onCleared }: { onCleared(): void }) {
  const { t } = useTranslation('storage');
  const query = useQuery(tempStatusQuery(useApi()));
  return (
    <Section heading={t('temp.heading')} lead={t('temp.lead')}>
      {query.isPending && <LoadingBlock label={t('temp.loading')} height="4.5rem" />}
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
  if (files.length === 0) return <p className={layout.dim}>{t('temp.empty')}</p>;
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

/** The set of files to clear. */
type Scope = 'old' | 'all';

interface ClearTempProps {
  files: TempFile[];
  /** Called after files were cleared, which may have included unfinished uploads. */
  onCleared(): void;
}

/** Clears temporary files, after a confirmation that lists the affected files. */
function ClearTemp({ files, onCleared }: ClearTempProps) {
  const { t, i18n } = useTranslation('storage');
  const [askedScope, setAskedScope] = useState<Scope>();
  const clear = useClear(() => {
    setAskedScope(undefined);
    onCleared();
  });
  const old = files.filter(({ isRecent }) => !isRecent);
  return (
    <Group gap="var(--space-2) var(--space-3)" mt="var(--space-4)">
      {old.length > 0 && (
        <Button variant="default" onClick={() => setAskedScope('old')}>
          {t('temp.clear')}
        </Button>
      )}
      {old.length < files.length && (
        <Button variant="subtle" color="red" onClick={() => setAskedScope('all')}>
          {t('temp.clearAll')}
        </Button>
      )}
      {old.length === 0 && (
        <Text c="dimmed" fz="var(--text-2)">
          {t('temp.nothingOld')}
        </Text>
      )}
      {askedScope && (
        <ConfirmDialog
          isOpen
          question={t(askedScope === 'all' ? 'temp.clearAllQuestion' : 'temp.clearQuestion')}
          text={describeDeletion(t, askedScope === 'all' ? files : old, askedScope, i18n.language)}
          confirmLabel={t('temp.confirm')}
          isBusy={clear.isPending}
          onConfirm={() => clear.mutate(askedScope)}
          onCancel={() => setAskedScope(undefined)}
        />
      )}
    </Group>
  );
}

const maxTitles = 5;

function describeDeletion(
  t: TFunction<'storage'>,
  files: TempFile[],
  scope: Scope,
  language: string,
): string {
  const size = formatSize(
    files.reduce((sum, file) => sum + file.size, 0),
    language,
  );
  const uploads = new Map(files.flatMap(({ upload }) => (upload ? [[upload.uploadId, upload.title]] : [])));
  const titles = [...uploads.values()];
  const named = titles.slice(0, maxTitles).join(', ');
  const more = titles.length - maxTitles;
  const list = more > 0 ? t('temp.moreTitles', { titles: named, total: more }) : named;
  return [
    t('temp.deletes', { count: files.length, size }),
    ...(titles.length > 0 ? [t('temp.deletesUploads', { titles: list })] : []),
    t(scope === 'all' ? 'temp.keepsLittle' : 'temp.keepsRecent'),
  ].join(' ');
}

function useClear(onSettled: () => void) {
  const { t, i18n } = useTranslation('storage');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scope: Scope) =>
      client.call(adminApi.clearTemp, { body: { includeRecent: scope === 'all' } }),
    onSuccess: ({ message, removed, freedBytes, failed }) => {
      const size = formatSize(freedBytes, i18n.language);
      const done = answerText(message, t('temp.cleared', { count: removed.length, size }));
      if (failed.length === 0) toast.success(done);
      else toast.error(t('temp.notCleared', { count: failed.length }), removed.length > 0 ? done : undefined);
    },
    onError: () => toast.error(t('temp.clearFailed')),
    onSettled: () => {
      onSettled();
      void queryClient.invalidateQueries({ queryKey: queryKeys.storage });
      void queryClient.invalidateQueries({ queryKey: queryKeys.audit });
      return queryClient.invalidateQueries({ queryKey: queryKeys.tempStatus });
    },
  });
}
