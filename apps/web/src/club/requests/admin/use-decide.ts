import { adminApi } from '@cellar/contract/admin-api.ts';
import type { GameRequest, RequestDecision } from '@cellar/contract/club/requests.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { usePutRequest } from '../use-request-changes.ts';

export function useDecide({ _id: id, title }: GameRequest, onDone: () => void) {
  const { t } = useTranslation('requests');
  const client = useApi();
  const cache = useQueryClient();
  const put = usePutRequest();
  return useMutation({
    mutationFn: (decision: RequestDecision) =>
      client.call(adminApi.decideRequest, { params: { id }, body: decision }),
    onSuccess: async (request) => {
      toast.success(t('done.decided', { title, state: t(`state.${request.state}`) }));
      onDone();
      put(request);
      // The request may belong to another list now.
      await cache.invalidateQueries({ queryKey: queryKeys.requests.lists });
    },
    onError: (error) => toast.error(errorText(error, t('failed.decide'))),
  });
}
