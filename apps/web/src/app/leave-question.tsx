// The question that is shown before unsaved changes are lost. It is loaded as soon as there are unsaved changes, so
// that it works offline.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';

export function LeaveQuestion() {
  const { t } = useTranslation(['common', 'accountMenu']);
  const guard = useLeaveGuard();
  const question = useSyncExternalStore(guard.subscribe, guard.getQuestion);
  if (!question) return null;
  const kind = question.isAboutLogout ? 'accountMenu:logout' : 'leave';
  const [only] = question.losses;
  return (
    <ConfirmDialog
      isOpen
      question={t(`${kind}.question`)}
      text={question.losses.length === 1 && only ? only : t('leave.losses')}
      confirmLabel={t(`${kind}.confirm`)}
      cancelLabel={t('leave.stay')}
      onConfirm={question.leave}
      onCancel={question.stay}
    >
      {question.losses.length > 1 && (
        <ul>
          {question.losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
