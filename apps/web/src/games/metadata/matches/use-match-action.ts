// An admin's actions on the match of a game: ignore it, search again, or undo it.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { UndoneMatch } from '@cellar/contract/games/matches.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useFieldNames } from './use-field-names.ts';

export type MatchAction = 'leave' | 'retry' | 'undo';

const endpoints = {
  leave: adminApi.leaveMatch,
  retry: adminApi.retryMatch,
  undo: adminApi.undoMatch,
} as const;
const doneTexts = { leave: 'review.left', retry: 'review.retried', undo: 'review.undone' } as const;

/** The mutation stays pending until the lists have been reloaded. */
export function useMatchAction({ gameId, title }: { gameId: string; title: string }, onDone: () => void) {
  const { t } = useTranslation('matches');
  const nameFields = useFieldNames();
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: MatchAction) => {
      const { kept = [] }: Partial<UndoneMatch> = await client.call(endpoints[action], {
        params: { id: gameId },
      });
      return kept;
    },
    onSuccess: (kept, action) => {
      if (kept.length > 0) toast.warning(t('review.undoneKept', { title, fields: nameFields(kept) }));
      else toast.info(t(doneTexts[action], { title }));
      onDone();
    },
    onError: (error: ApiError) => toast.error(errorText(error, t('review.actionFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all }),
  });
}
