// Removes a platform file and shows the result.
import { api } from '@cellar/contract/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';

export function useRemoveFile(
  gameId: string,
  platform: string,
  { onRemoved, onFailed }: { onRemoved(): void; onFailed(): void },
) {
  const { t } = useTranslation('platformFiles');
  const client = useApi();
  return useMutation({
    mutationFn: () => client.call(api.deletePlatformFile, { params: { id: gameId, platform } }),
    onSuccess: () => {
      toast.success(t('removed', { platform }));
      onRemoved();
    },
    onError: (error) => {
      toastRefusal(error, t('removeFailed'));
      onFailed();
    },
  });
}
