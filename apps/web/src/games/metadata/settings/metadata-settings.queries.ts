// Loads the metadata settings, and saves each change immediately.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toastRefusal } from '#ui/toasts/toast.tsx';

export const metadataSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.metadataSettings,
    queryFn: ({ signal }) => client.call(adminApi.getMetadataSettings, { signal }),
    // A provider's state changes with each background search.
    staleTime: 0,
  });

export type MetadataChanges = BodyInputOf<typeof adminApi.updateMetadataSettings>;

export function useChangeMetadataSettings() {
  const { t } = useTranslation('metadataSettings');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    // Runs saves one after the other, so that the last change wins.
    scope: { id: 'metadata-settings' },
    mutationFn: (body: MetadataChanges) => client.call(adminApi.updateMetadataSettings, { body }),
    onSuccess: (settings) => queryClient.setQueryData(queryKeys.metadataSettings, settings),
    onError: (error, { keys }) => {
      // Errors of a key are shown beside its field.
      const isShownThere = keys !== undefined && (error.body?.issues?.length ?? 0) > 0;
      if (!isShownThere) toastRefusal(error, t('saveFailed'));
    },
  });
}
