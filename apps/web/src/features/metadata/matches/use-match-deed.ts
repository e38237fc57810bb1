// What an admin decides about the match of one game: accept a candidate, leave it, search again, take it back. Used by the
// review of matches and by the editor's page.
import { api } from '@cellar/contract/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';

export type Deed = 'leave' | 'retry' | 'undo';

const endpoints = { leave: api.leaveMatch, retry: api.retryMatch, undo: api.undoMatch } as const;
const doneTexts = { leave: 'review.left', retry: 'review.retried', undo: 'review.undone' } as const;

/** Busy until the lists show what has become of it. */
export function useMatchDeed({ gameId, title }: { gameId: string; title: string }, onDone: () => void) {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deed: Deed) => client.call(endpoints[deed], { params: { id: gameId } }),
    onSuccess: (_, deed) => {
      toast.info(t(doneTexts[deed], { title }));
      onDone();
    },
    onError: (error: ApiError) => toast.error(errorText(error, t('review.actionFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all }),
  });
}
