// An admin's answer to a contribution. An undefined reason accepts it.
import { adminApi } from '@cellar/contract/admin-api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';

export interface Answered {
  /** The game that has the files of an accepted contribution. */
  gameId: string | undefined;
}

export function useAnswer(
  { id, title, files }: { id: string; title: string; files: number },
  { onAnswered, onSettled }: { onAnswered(answer: Answered): void; onSettled(): void },
) {
  const { t } = useTranslation('contributions');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string | undefined): Promise<Answered> => {
      const params = { id };
      if (reason === undefined) return client.call(adminApi.acceptContribution, { params, body: { files } });
      await client.call(adminApi.declineContribution, { params, body: { reason } });
      return { gameId: undefined };
    },
    onSuccess: (answer) => {
      toast.success(t(answer.gameId === undefined ? 'review.declined' : 'review.accepted', { title }));
      onAnswered(answer);
    },
    onError: (error, reason) => {
      const failed = reason === undefined ? 'review.acceptFailed' : 'review.declineFailed';
      toast.error(errorText(error, t(failed, { title })));
    },
    onSettled: async () => {
      onSettled();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.contributions.all }),
        queryClient.invalidateQueries({ queryKey: queryKeys.games.all }),
      ]);
    },
  });
}
