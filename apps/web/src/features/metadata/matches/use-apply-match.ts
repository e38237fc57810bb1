// Takes a match for a game: the fields that were ticked, or what the server would take by itself. Used by the picker and
// by the review of matches.
import { api } from '@cellar/contract/api.ts';
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
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
  /** Absent: all but the title and what was edited by hand. */
  fields?: EditableField[];
  /** Of the game that was looked at. */
  revision?: number;
}

export interface ApplyHandlers {
  onApplied(game: Game): void;
  /** Somebody else has changed the game meanwhile. */
  onConflict?: () => void;
}

export function useApplyMatch({ onApplied, onConflict }: ApplyHandlers) {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ gameId, matchId, ...choice }: Application) =>
      client.call(api.confirmRescrape, {
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
