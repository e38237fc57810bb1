// The state of a settings form: saved values, unsaved changes, and saving. `isSaved` is true for three seconds after a
// save.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { issueTexts } from '#i18n/issue-text.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { differing } from './settings-draft.ts';

export interface SettingsDraftOptions<Values, Answer> {
  saved: Values;
  send(changes: Partial<Values>): Promise<Answer>;
  onSaved(answer: Answer): void;
  /** The message if saving fails. */
  failed: string;
  /** The warning if the admin leaves with unsaved changes. */
  unsaved: string;
}

export function useSettingsDraft<Values extends object, Answer>(
  options: SettingsDraftOptions<Values, Answer>,
) {
  const { saved, send, onSaved, failed, unsaved } = options;
  const [changes, setChanges] = useState<Partial<Values>>({});
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => {
      onSaved(answer);
      // The admin may have changed other values in the meantime.
      setChanges((current) => differing(current, sent));
    },
    // A conflict has a reason that the admin can do something about.
    onError: (error) => (error.status === 409 ? toastRefusal(error, failed) : toast.error(failed)),
  });
  const { isSuccess, isPending, reset } = mutation;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, limits.messageMs);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved({ isUnsaved: isChanged, what: unsaved });
  const change = (part: Partial<Values>) => {
    // A reset during a save would enable the button for a second one.
    if (!isPending) reset();
    setChanges(differing({ ...changes, ...part }, saved));
  };
  return {
    values: { ...saved, ...changes },
    /** The server's validation errors by field name, such as `siteName`. */
    issues: issueTexts(mutation.error),
    isChanged,
    isSaving: isPending,
    isSaved: isSuccess,
    change,
    discard: () => change(saved),
    save: () => isChanged && !isPending && mutation.mutate(changes),
  };
}
