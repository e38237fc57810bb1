import { memberApi } from '@cellar/contract/member-api.ts';
import type { Preferences } from '@cellar/contract/people/accounts.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { i18n } from '#i18n/i18n.ts';
import { currentLanguage, setLanguage } from '#i18n/language.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { preferencesQuery } from './preferences.queries.ts';

const mutationKey = queryKeys.preferences;

/** Returns a function that shows new preferences at once, saves them, and reverts them if saving fails. */
export function useSavePreferences(): (wanted: Partial<Preferences>) => void {
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery(client);
  // Only the last response is shown, because an earlier one would hide a later choice.
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  const save = useMutation({
    // Runs saves one after the other, so that the last choice wins.
    scope: { id: 'preferences' },
    mutationKey,
    mutationFn: (body: Partial<Preferences>) => client.call(memberApi.updatePreferences, { body }),
    onMutate: async (wanted) => {
      const language = currentLanguage();
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, ...wanted });
      if (wanted.language) await setLanguage(wanted.language);
      return { before, language };
    },
    onSuccess: (preferences) => {
      if (isLast()) queryClient.setQueryData(queryKey, preferences);
      // A hook's `t` would still use the previous language.
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
