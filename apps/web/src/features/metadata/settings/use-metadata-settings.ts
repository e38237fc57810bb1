// Saves what an admin changes of the metadata providers, each change at once. Used by the metadata settings.
import { api } from '@cellar/contract/api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';

export type MetadataChanges = BodyInputOf<typeof api.updateMetadataSettings>;

export function useChangeMetadataSettings() {
  const { t } = useTranslation('metadataSettings');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other: what was chosen last holds.
    scope: { id: 'metadata-settings' },
    mutationFn: (body: MetadataChanges) => client.call(api.updateMetadataSettings, { body }),
    onSuccess: (settings) => queryClient.setQueryData(queryKeys.metadataSettings, settings),
    onError: (error, { keys }) => {
      // What is wrong with a key is said beside it.
      const isToldThere = keys !== undefined && (error.body?.issues?.length ?? 0) > 0;
      if (!isToldThere) toastRefusal(error, t('saveFailed'));
    },
  });
}
