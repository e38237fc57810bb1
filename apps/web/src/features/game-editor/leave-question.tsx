// Asks before unsaved changes are left behind, whichever way. Used by the editor's page.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useFieldNames } from './use-field-names.ts';
import type { GameEditor } from './use-game-editor.ts';

export function LeaveQuestion({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const guard = useLeaveGuard();
  const [asked, setAsked] = useState<{ leave(): void }>();
  const fields = useFieldNames(editor.fields);
  const isDirty = editor.fields.length > 0;
  useEffect(() => {
    return isDirty ? guard.hold((leave) => setAsked({ leave })) : undefined;
  }, [guard, isDirty]);
  if (!asked) return null;
  const handleLeave = () => {
    setAsked(undefined);
    editor.discard();
    asked.leave();
  };
  return (
    <ConfirmDialog
      isOpen
      question={t('leave.question')}
      text={t('leave.text', { fields })}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      onConfirm={handleLeave}
      onCancel={() => setAsked(undefined)}
    />
  );
}
