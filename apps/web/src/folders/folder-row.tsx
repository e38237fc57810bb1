// A library folder: its state, what was found in it, and its actions.
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { Button, Group } from '@mantine/core';
import { IconListCheck, IconPlayerStop, IconRefresh, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '#lib/format.ts';
import { libraryReviewPath } from '#lib/paths.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { FolderFacts } from './folder-facts.tsx';
import styles from './folders.module.css';
import { RemoveFolder } from './remove-folder.tsx';
import { ScanProblems } from './scan-problems.tsx';
import { useFolderActions } from './use-folder-actions.ts';

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
      className={styles.start ?? ''}
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
  const { id, path, scan, items } = folder;
  return (
    <Group gap="var(--space-2)" w="100%">
      <Button
        component={Link}
        to={libraryReviewPath({ folder: id })}
        size="sm"
        variant={items.found > 0 ? 'filled' : 'default'}
        leftSection={<IconListCheck size={17} stroke={1.7} />}
        aria-label={t('reviewOf', { path })}
      >
        {t('review')}
      </Button>
      <ScanButton isScanning={scan !== null} path={path} actions={actions} />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconSettings size={17} stroke={1.7} />}
        aria-label={t('settingsOf', { path })}
        onClick={onEdit}
      >
        {t('settings')}
      </Button>
      <Button
        variant="default"
        color="red"
        size="sm"
        ml="auto"
        leftSection={<IconTrash size={17} stroke={1.7} />}
        aria-label={t('remove.of', { path })}
        onClick={onRemove}
      >
        {t('remove.button')}
      </Button>
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
