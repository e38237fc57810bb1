// Asks before a cheat file that is filled in and not sent is left behind. Used by its form.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

export function LeaveCheatQuestion({ name }: { name: string }) {
  const { t } = useTranslation('cheatsAdmin');
  const guard = useLeaveGuard();
  const [asked, setAsked] = useState<{ leave(): void }>();
  useEffect(() => guard.hold((leave) => setAsked({ leave })), [guard]);
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      question={t('leaveQuestion')}
      text={t('leaveText', { name: name.trim() || t('unnamed') })}
      confirmLabel={t('leaveConfirm')}
      cancelLabel={t('leaveStay')}
      onConfirm={() => {
        setAsked(undefined);
        asked?.leave();
      }}
      onCancel={() => setAsked(undefined)}
    />
  );
}
