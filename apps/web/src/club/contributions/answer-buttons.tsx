// The buttons with which an admin accepts or declines a contribution. Declining asks for the reason.

import { adminApi } from '@cellar/contract/admin-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ReasonDialog } from '#ui/dialogs/dialog-form.tsx';
import { toast } from '#ui/toasts/toast.tsx';

export interface AnswerButtonsProps {
  id: string;
  title: string;
  /** How many files and extras the admin sees. */
  files: number;
  /** Whether accepting is not possible now, because there are unsaved changes. */
  hasChanges?: boolean;
  onAnswered(answer: Answered): void;
}

export function AnswerButtons({ id, title, files, hasChanges = false, onAnswered }: AnswerButtonsProps) {
  const { t } = useTranslation('contributions');
  const [isDeclining, setDeclining] = useState(false);
  const answer = useAnswer({ id, title, files }, { onAnswered, onSettled: () => setDeclining(false) });
  return (
    <>
      <Button
        size="sm"
        leftSection={<IconCheck size={17} />}
        loading={answer.isPending && !isDeclining}
        disabled={hasChanges}
        aria-label={t('review.acceptName', { title })}
        onClick={() => answer.mutate(undefined)}
      >
        {t('review.accept')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconX size={17} />}
        aria-label={t('review.declineName', { title })}
        onClick={() => setDeclining(true)}
      >
        {t('review.decline')}
      </Button>
      {isDeclining && (
        <ReasonDialog
          heading={t('review.declineHeading', { title })}
          label={t('review.reason')}
          hint={t('review.reasonHint')}
          maxLength={limits.contributionReasonMax}
          confirmLabel={t('review.decline')}
          isBusy={answer.isPending}
          onConfirm={(reason) => answer.mutate(reason)}
          onClose={() => setDeclining(false)}
        />
      )}
    </>
  );
}

export interface Answered {
  /** The game that has the files of an accepted contribution. */
  gameId: string | undefined;
}

/** An admin's answer to a contribution. An undefined reason accepts it. */
function useAnswer(
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
