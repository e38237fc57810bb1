// A library folder: its state, what was found in it, and its actions.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { Button, Group, Menu } from '@mantine/core';
import { IconListCheck, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '#lib/api-error.ts';
import { formatDate } from '#lib/format.ts';
import { libraryReviewPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import layout from '#ui/layout.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { MoreMenu } from '#ui/more-menu.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { FolderFacts } from './folder-facts.tsx';
import styles from './folders.module.css';
import { scanProblemsQuery, useShowFolder } from './folders.queries.ts';
import { RemoveFolder } from './remove-folder.tsx';

export interface FolderRowProps {
  folder: LibraryFolder;
  onEdit(): void;
}

export function FolderRow({ folder, onEdit }: FolderRowProps) {
  const [opened, setOpened] = useState<'problems' | 'remove'>();
  const actions = useFolderActions(folder);
  const close = () => setOpened(undefined);
  return (
    <>
      <ListRow
        name={<h3 className={styles.path}>{folder.path}</h3>}
        badges={<FolderState folder={folder} />}
        facts={<FolderFacts folder={folder} onShowProblems={() => setOpened('problems')} />}
        actions={
          folder.problem !== 'being_removed' && (
            <FolderButtons
              folder={folder}
              actions={actions}
              onEdit={onEdit}
              onRemove={() => setOpened('remove')}
            />
          )
        }
      >
        {folder.problem && <FolderProblem folder={folder} />}
        {folder.problem === 'items_gone' && !folder.scan && <AcceptMissing scan={actions.scan} />}
        <ScanProgress folder={folder} />
      </ListRow>
      {opened === 'problems' && <ScanProblems folder={folder} onClose={close} />}
      {opened === 'remove' && (
        <RemoveFolder
          folder={folder}
          isBusy={actions.remove.isPending}
          onConfirm={(deletesGames) => actions.remove.mutate({ deletesGames }, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  );
}

function FolderState({ folder: { problem, scan } }: { folder: LibraryFolder }) {
  const { t } = useTranslation('library');
  if (problem === 'being_removed') return <Badge tone="accent">{t('state.being_removed')}</Badge>;
  if (problem) return <Badge tone="bad">{t(`state.${problem}`)}</Badge>;
  if (scan) return <Badge tone="accent">{t(scan.startedAt ? 'state.scanning' : 'state.waiting')}</Badge>;
  return <Badge tone="good">{t('state.available')}</Badge>;
}

/** Says what is wrong with the folder, since when, and what it means for its games. */
function FolderProblem({ folder: { problem, problemSince, items } }: { folder: LibraryFolder }) {
  const { t, i18n } = useTranslation('library');
  if (!problem) return null;
  if (problem === 'being_removed')
    return <p className={styles.progress}>{t('remove.left', { count: items.added })}</p>;
  const date = problemSince ? formatDate(problemSince, i18n.language) : '';
  return (
    <p className={styles.problem}>
      {t(`problem.${problem}`)} {date && t('problem.since', { date })} {items.added > 0 && t('problem.kept')}
    </p>
  );
}

/** Confirms that the items are really gone. */
function AcceptMissing({ scan }: { scan: ReturnType<typeof useFolderActions>['scan'] }) {
  const { t } = useTranslation('library');
  return (
    <Button
      className={layout.atStart ?? ''}
      variant="default"
      size="compact-sm"
      loading={scan.isPending}
      onClick={() => scan.mutate({ acceptMissing: true })}
    >
      {t('scan.acceptMissing')}
    </Button>
  );
}

/** The progress of a running scan, or of adding items. */
function ScanProgress({ folder: { path, scan, items } }: { folder: LibraryFolder }) {
  const { t } = useTranslation('library');
  if (scan?.startedAt) {
    return (
      <div className={styles.progress}>
        <span>{t('scan.progress', { count: scan.entries })}</span>
        <ProgressBar percent={undefined} size="sm" label={t('scan.label', { path })} />
      </div>
    );
  }
  return items.adding > 0 && <p className={styles.progress}>{t('adding', { count: items.adding })}</p>;
}

interface FolderButtonsProps {
  folder: LibraryFolder;
  actions: ReturnType<typeof useFolderActions>;
  onEdit(): void;
  onRemove(): void;
}

function FolderButtons({ folder, actions, onEdit, onRemove }: FolderButtonsProps) {
  const { t } = useTranslation('library');
  const { id, path, scan } = folder;
  return (
    <Group gap="var(--space-2)">
      <Button
        component={Link}
        to={libraryReviewPath({ folder: id })}
        size="sm"
        variant="default"
        leftSection={<IconListCheck size={17} stroke={1.7} />}
        aria-label={t('reviewOf', { path })}
      >
        {t('review')}
      </Button>
      <ScanButton isScanning={scan !== null} path={path} actions={actions} />
      <MoreMenu label={t('moreOf', { path })}>
        <Menu.Item aria-label={t('settingsOf', { path })} onClick={onEdit}>
          {t('settings')}
        </Menu.Item>
        <Menu.Item data-danger aria-label={t('remove.of', { path })} onClick={onRemove}>
          {t('remove.button')}
        </Menu.Item>
      </MoreMenu>
    </Group>
  );
}

interface ScanButtonProps {
  isScanning: boolean;
  path: string;
  actions: ReturnType<typeof useFolderActions>;
}

/** Starts a scan, or cancels the one that is running. It stays the same button, so that it keeps the focus. */
function ScanButton({ isScanning, path, actions: { scan, cancel } }: ScanButtonProps) {
  const { t } = useTranslation('library');
  const Icon = isScanning ? IconPlayerStop : IconRefresh;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon size={17} stroke={1.7} />}
      loading={scan.isPending || cancel.isPending}
      aria-label={t(isScanning ? 'scan.cancelOf' : 'scan.startOf', { path })}
      onClick={() => (isScanning ? cancel.mutate() : scan.mutate({ acceptMissing: false }))}
    >
      {t(isScanning ? 'scan.cancel' : 'scan.start')}
    </Button>
  );
}

/** The entries of a library folder that the last scan could not use, with the reasons. */
function ScanProblems({ folder, onClose }: { folder: LibraryFolder; onClose(): void }) {
  const { t } = useTranslation('library');
  const query = useQuery(scanProblemsQuery(useApi(), folder.id));
  const { problems = [], total = 0 } = query.data ?? {};
  return (
    <Dialog heading={t('problems.heading')} size="46rem" onClose={onClose}>
      <p className={layout.small}>{t('problems.lead')}</p>
      {query.isPending && <Skeleton height="8rem" />}
      {query.isError && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data && problems.length === 0 && <p className={styles.listed}>{t('problems.none')}</p>}
      <ul className={styles.listed} aria-label={t('problems.heading')}>
        {problems.map(({ path, reason }) => (
          <li key={`${reason} ${path}`}>
            <code>{path}</code>
            <span>{t(`reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {total > problems.length && (
        <p className={layout.small}>{t('problems.more', { count: total - problems.length })}</p>
      )}
    </Dialog>
  );
}

/** Starts and cancels scans of a library folder, and removes it. */
function useFolderActions({ id, path }: LibraryFolder) {
  const { t } = useTranslation('library');
  const client = useApi();
  const queryClient = useQueryClient();
  const showFolder = useShowFolder();
  const params = { id };
  const onError = (error: ApiError) => toastRefusal(error, t('actionFailed'));
  const scan = useMutation({
    /** `acceptMissing`: items that are gone are missing, even if nearly all are. */
    mutationFn: ({ acceptMissing }: { acceptMissing: boolean }) =>
      client.call(adminApi.scanLibraryFolder, { params, body: { acceptMissing } }),
    onSuccess: showFolder,
    onError,
  });
  const cancel = useMutation({
    mutationFn: () => client.call(adminApi.cancelLibraryScan, { params }),
    onSuccess: (folder) => {
      toast.info(t('scan.cancelled'));
      showFolder(folder);
    },
    onError,
  });
  const remove = useMutation({
    /** `deletesGames`: also the games that are left without a file. */
    mutationFn: ({ deletesGames }: { deletesGames: boolean }) =>
      client.call(adminApi.removeLibraryFolder, {
        params,
        query: { games: deletesGames ? 'delete' : 'keep' },
      }),
    onSuccess: () => toast.success(t('remove.done', { path })),
    onError: (error: ApiError) => toastRefusal(error, t('remove.failed')),
    onSettled: () =>
      Promise.all([
        // Not what the open dialog shows of the removed folder.
        queryClient.invalidateQueries({ queryKey: queryKeys.library.folders }),
        queryClient.invalidateQueries({ queryKey: queryKeys.library.items }),
        queryClient.invalidateQueries({ queryKey: queryKeys.games.all }),
      ]),
  });
  return { scan, cancel, remove };
}
