// Applies a match to a game: either the selected fields, or those that the server would apply automatically.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';

export interface Application {
  gameId: string;
  matchId: string;
  /** If absent, the server applies all fields except the title and manually edited ones. */
  fields?: EditableField[];
  /** The revision of the game that the user has seen. */
  revision?: number;
}

export interface ApplyHandlers {
  onApplied(game: Game): void;
  /** Called if another admin has changed the game in the meantime. */
  onConflict?: () => void;
}

export function useApplyMatch({ onApplied, onConflict }: ApplyHandlers) {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ gameId, matchId, ...choice }: Application) =>
      client.call(adminApi.confirmRescrape, {
        params: { id: gameId },
        body: { selectedGameId: matchId, ...choice },
      }),
    onSuccess: ({ notices, ...game }) => {
      for (const notice of notices) toast.serverWarning(notice);
      onApplied(game);
    },
    onError: (error: ApiError) => {
      toastRefusal(error, t('offer.applyFailed'));
      if (error.code === 'edit_conflict') onConflict?.();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all }),
  });
}
