// The buttons with which an admin accepts or declines a contribution. Declining asks for the reason.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '#ui/dialogs/reason-dialog.tsx';
import { type Answered, useAnswer } from './use-answer.ts';

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
