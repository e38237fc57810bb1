// Saves settings, and says for three seconds that it did. Used by settings-form.tsx.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { issueText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { toast } from '#ui/toast.tsx';
import { settingsKey } from './settings.queries.ts';
import { bodyOf, type SettingsChanges } from './settings-draft.ts';

export function useSaveSettings(onSaved: (sent: SettingsChanges) => void) {
  const { t } = useTranslation('settings');
  const client = useApi();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (changes: SettingsChanges) => client.call(api.updateSettings, { body: bodyOf(changes) }),
    onSuccess: (settings, sent) => {
      queryClient.setQueryData(settingsKey, settings);
      onSaved(sent);
    },
    onError: () => toast.error(t('saveFailed')),
  });
  const { isSuccess, reset } = mutation;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, limits.messageMs);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  const issues = mutation.error?.body?.issues ?? [];
  return {
    isSaving: mutation.isPending,
    isSaved: isSuccess,
    /** What the server found wrong, by the last part of its path: `siteName`. */
    issues: Object.fromEntries(
      issues.map(({ path, message }) => [path.slice(path.lastIndexOf('.') + 1), issueText(message)]),
    ),
    save: mutation.mutate,
    forget: reset,
  };
}
