// Saves what was chosen: shown at once, taken back when the server does not have it. Used by the Preferences tab.
import { api } from '@cellar/contract/api.ts';
import type { Preferences } from '@cellar/contract/preferences.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { i18n } from '#i18n/i18n.ts';
import { currentLanguage, setLanguage } from '#i18n/language.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { preferencesQuery } from './preferences.queries.ts';

const mutationKey = queryKeys.preferences;

export function useSavePreferences(): (wanted: Partial<Preferences>) => void {
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery(client);
  // What was chosen since stays shown: its own answer follows.
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  const save = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    mutationKey,
    mutationFn: (body: Partial<Preferences>) => client.call(api.updatePreferences, { body }),
    onMutate: async (wanted) => {
      const language = currentLanguage();
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, ...wanted });
      if (wanted.language) await setLanguage(wanted.language);
      return { before, language };
    },
    onSuccess: (preferences) => {
      if (isLast()) queryClient.setQueryData(queryKey, preferences);
      // Not by a hook's `t`, which would still be of the language before.
      toast.success(i18n.t('account:preferences.saved'));
    },
    onError: async (_error, wanted, context) => {
      if (context?.before && isLast()) {
        queryClient.setQueryData(queryKey, context.before);
        void queryClient.invalidateQueries({ queryKey });
      }
      if (wanted.language && context) await setLanguage(context.language);
      toast.error(i18n.t('account:preferences.failed'));
    },
  });
  return save.mutate;
}
