// Asks before a library folder is removed, and says what the library loses with it.
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './folders.module.css';
import { folderContentsQuery } from './folders.queries.ts';

export interface RemoveFolderProps {
  folder: LibraryFolder;
  isBusy: boolean;
  /** `deletesGames`: also the games that are left without a file. */
  onConfirm(deletesGames: boolean): void;
  onClose(): void;
}

export function RemoveFolder({ folder, isBusy, onConfirm, onClose }: RemoveFolderProps) {
  const { t } = useTranslation('library');
  const contents = useQuery(folderContentsQuery(useApi(), folder.id));
  const [deletesGames, setDeletesGames] = useState(false);
  const { files = 0, games = 0 } = contents.data ?? {};
  const { added, skipped, removed } = folder.items;
  return (
    <ConfirmDialog
      isOpen
      question={t('remove.question', { path: folder.path })}
      text={t('remove.text')}
      confirmLabel={t('remove.confirm')}
      isBusy={isBusy || contents.isPending}
      onConfirm={() => onConfirm(deletesGames)}
      onCancel={onClose}
    >
      <div className={styles.consequences}>
        {contents.isPending && <Skeleton height="3rem" />}
        {contents.isError && <LoadFailedNotice onRetry={() => void contents.refetch()} />}
        {files > 0 && <p>{t('remove.inPlace', { count: files })}</p>}
        {contents.data && added > files && <p>{t('remove.stored', { count: added - files })}</p>}
        {skipped + removed > 0 && <p>{t('remove.decisions')}</p>}
        {games > 0 && (
          <Switch
            label={t('remove.games', { count: games })}
            description={t('remove.gamesHint')}
            isOn={deletesGames}
            onChange={setDeletesGames}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
