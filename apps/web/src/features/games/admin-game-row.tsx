// One game of the admin's list, and the way to delete it.
import { api } from '@cellar/contract/api.ts';
import type { GameListItem } from '@cellar/contract/games.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#app/paths.ts';
import { useApi } from '#lib/api-context.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Cover } from '#ui/cover.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './admin-game-row.module.css';
import { gamesKey } from './games.queries.ts';

export function AdminGameRow({ game }: { game: GameListItem }) {
  const { t } = useTranslation('games');
  const { t: tCommon } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteGame(game, () => setAsking(false));
  const { title } = game;
  const platforms = game.platforms.join(', ');
  return (
    <div className={styles.row}>
      <div className={styles.cover}>
        <Cover title={title} url={game.boxArtUrl} />
      </div>
      <div className={styles.what}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.platforms}>{platforms || t('admin.noPlatforms')}</p>
      </div>
      <Button
        component={Link}
        to={gamePath(game._id)}
        variant="subtle"
        size="sm"
        aria-label={t('admin.gamePageOf', { title })}
      >
        {t('admin.gamePage')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        aria-label={t('admin.deleteTitle', { title })}
        onClick={() => setAsking(true)}
      >
        {t('admin.delete')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('admin.deleteQuestion', { title })}
          text={platforms ? t('admin.deleteFiles', { platforms }) : t('admin.deleteNoFiles')}
          confirmLabel={t('admin.deleteConfirm')}
          cancelLabel={tCommon('cancel')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function useDeleteGame({ _id, title }: GameListItem, onSettled: () => void) {
  const { t } = useTranslation('games');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(api.deleteGame, { params: { id: _id } }),
    onSuccess: () => toast.success(t('admin.deleted', { title })),
    onError: () => toast.error(t('admin.deleteFailed')),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: gamesKey });
    },
  });
}
