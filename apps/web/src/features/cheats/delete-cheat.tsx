// Deletes a cheat file after a question. Used by its card in the game editor.
import { api } from '@cellar/contract/api.ts';
import type { CheatFile } from '@cellar/contract/cheats.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import styles from './cheat-files-admin.module.css';
import { useRefreshGame } from './use-refresh-game.ts';

export interface DeleteCheatProps {
  gameId: string;
  cheat: CheatFile;
  onDeleted(): void;
}

export function DeleteCheat({ gameId, cheat: { _id, name }, onDeleted }: DeleteCheatProps) {
  const { t } = useTranslation('cheatsAdmin');
  const client = useApi();
  const refresh = useRefreshGame(gameId);
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.call(api.deleteCheat, { params: { id: gameId, cheatId: _id } }),
    onSuccess: () => {
      toast.success(t('deleted', { name }));
      setAsking(false);
      onDeleted();
    },
    onError: (error) => {
      toastRefusal(error, t('deleteFailed'));
      setAsking(false);
    },
    onSettled: refresh,
  });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className={styles.delete ?? ''}
        leftSection={<IconTrash size={17} aria-hidden />}
        aria-label={t('deleteOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('deleteQuestion', { name })}
        text={t('deleteText')}
        confirmLabel={t('deleteConfirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
