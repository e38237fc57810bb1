import { api } from '@cellar/contract/api.ts';
import type { Game } from '@cellar/contract/games.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';

export interface DeleteGameHandlers {
  onDeleted: (() => void) | undefined;
  onSettled(): void;
}

export function useDeleteGame(
  { _id, title }: Pick<Game, '_id' | 'title'>,
  { onDeleted, onSettled }: DeleteGameHandlers,
) {
  const { t } = useTranslation('games');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(api.deleteGame, { params: { id: _id } }),
    onSuccess: () => {
      toast.success(t('admin.deleted', { title }));
      onDeleted?.();
    },
    onError: () => toast.error(t('admin.deleteFailed')),
    onSettled: () => {
      onSettled();
      // Does not refetch the deleted game, whose page is still open.
      return queryClient.invalidateQueries({ queryKey: queryKeys.games.lists });
    },
  });
}
