// Asks before deleting a game, and lists what is deleted with it: files with their sizes, cheat files, pictures.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { gameQuery } from '../games.queries.ts';
import styles from './delete-game-dialog.module.css';

export interface DeleteGameDialogProps {
  game: Pick<Game, '_id' | 'title'>;
  onDeleted?: (() => void) | undefined;
  /** Called after the game was deleted or the dialog was canceled. */
  onClose(): void;
}

export function DeleteGameDialog({ game, onDeleted, onClose }: DeleteGameDialogProps) {
  const { t } = useTranslation('gamesAdmin');
  // Fetched again, because the cached game may be outdated.
  const details = useQuery({ ...gameQuery(useApi(), game._id), staleTime: 0 });
  const remove = useDeleteGame({ game, onDeleted, onClose });
  return (
    <ConfirmDialog
      isOpen
      question={t('deleteQuestion', { title: game.title })}
      text={t('deleteText')}
      confirmLabel={t('deleteConfirm')}
      isBusy={remove.isPending || details.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      {details.isPending && <Skeleton height="3rem" />}
      {details.data && <DeletedContent game={details.data} />}
    </ConfirmDialog>
  );
}

function useDeleteGame({ game: { _id, title }, onDeleted, onClose }: DeleteGameDialogProps) {
  const { t } = useTranslation('gamesAdmin');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(adminApi.deleteGame, { params: { id: _id } }),
    onSuccess: () => {
      toast.success(t('deleted', { title }));
      onDeleted?.();
    },
    onError: () => toast.error(t('deleteFailed')),
    onSettled: () => {
      onClose();
      // Does not refetch the deleted game, whose page is still open.
      return queryClient.invalidateQueries({ queryKey: queryKeys.games.lists });
    },
  });
}

function DeletedContent({ game }: { game: Game }) {
  const { t, i18n } = useTranslation('gamesAdmin');
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const { gameFiles, extras, cheatFiles, gameplayImages, boxArtUrl } = game;
  const pictures = gameplayImages.length + (boxArtUrl ? 1 : 0);
  const lines = [
    ...gameFiles
      .filter(({ isInPlace }) => !isInPlace)
      .map(({ platform, fileName, fileSize }) => t('goesFile', { platform, fileName, size: size(fileSize) })),
    ...extras.map((extra) =>
      t('goesExtra', { name: extraLabel(extra), fileName: extra.fileName, size: size(extra.fileSize) }),
    ),
    ...cheatFiles.map(({ name, fileSize }) => t('goesCheat', { name, size: size(fileSize) })),
    ...(pictures > 0 ? [t('goesPictures', { count: pictures })] : []),
  ];
  const inPlace = gameFiles.filter((file) => file.isInPlace);
  return (
    <>
      {lines.length === 0 && inPlace.length === 0 && <p className={layout.apart3}>{t('goesNothing')}</p>}
      <ul className={styles.deleted}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {inPlace.length > 0 && (
        <>
          <p className={layout.apart3}>{t('staysText')}</p>
          <ul className={styles.deleted}>
            {inPlace.map(({ platform, fileName }) => (
              <li key={platform}>{t('staysFile', { platform, fileName })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
