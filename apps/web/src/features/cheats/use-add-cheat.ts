import { api } from '@cellar/contract/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { type CheatDraft, cheatForm } from './cheat-draft.ts';
import { useRefreshGame } from './use-refresh-game.ts';

/** The upload continues when the admin leaves the form. */
export function useAddCheat(gameId: string, onAdded: () => void) {
  const { t } = useTranslation('cheatsAdmin');
  const client = useApi();
  const refresh = useRefreshGame(gameId);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const send = useMutation({
    mutationFn: ({ draft, file }: { draft: CheatDraft; file: File }) => {
      controller.current = new AbortController();
      setProgress(0);
      return client.sendForm(api.addCheat, {
        params: { id: gameId },
        form: cheatForm(draft, file),
        signal: controller.current.signal,
        // Only the answer of the server means 100 %.
        onProgress: (sent, total) => setProgress(Math.min(99, Math.floor((100 * sent) / total))),
      });
    },
    onSuccess: async ({ name }) => {
      toast.success(t('added', { name }));
      await refresh();
    },
    onError: (error) => {
      if (!controller.current?.signal.aborted) toastRefusal(error, t('addFailed'));
    },
  });
  useLeaveWarning(send.isPending);
  return {
    progress,
    isSending: send.isPending,
    send: (draft: CheatDraft, file: File) => send.mutate({ draft, file }, { onSuccess: onAdded }),
    cancel: () => controller.current?.abort(new DOMException('Cancelled', 'AbortError')),
  };
}

/** Makes the browser ask before a reload that would end the upload. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
