// Adds or edits a login provider.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LoginProvider } from '@cellar/contract/people/login-providers.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { useApi } from '#lib/api-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './login-settings.module.css';
import { bodyOf, changeOf, draftOf, type ProviderDraft } from './provider-draft.ts';
import { ProviderFields } from './provider-fields.tsx';

export interface ProviderDialogProps {
  /** Undefined to add one. */
  provider: LoginProvider | undefined;
  onSaved(): void;
  onClose(): void;
}

export function ProviderDialog({ provider, onSaved, onClose }: ProviderDialogProps) {
  const { t } = useTranslation('loginSettings');
  const [before] = useState(() => draftOf(provider));
  const [draft, setDraft] = useState(before);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(before);
  const confirmDiscard = useUnsaved({ isUnsaved, what: t('form.unsaved') });
  const save = useSave(provider, () => {
    toast.success(t(provider ? 'form.saved' : 'form.added', { label: draft.label.trim() }));
    onSaved();
    onClose();
  });
  const cancel = () => confirmDiscard(onClose);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(draft);
  };
  const isRefused = save.isError && !save.error.body?.issues?.length;
  return (
    <Dialog
      heading={provider ? t('form.editHeading', { label: provider.label }) : t('providers.add')}
      size="46rem"
      onClose={cancel}
    >
      <form className={styles.form} onSubmit={handleSubmit}>
        <ProviderFields
          hasSecret={provider?.hasSecret ?? false}
          draft={draft}
          issues={issueTexts(save.error)}
          onChange={setDraft}
        />
        {isRefused && <Notice kind="error">{errorText(save.error, t('form.saveFailed'))}</Notice>}
        <div className={styles.actions}>
          <Button variant="default" onClick={cancel}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(provider ? 'form.save' : 'form.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useSave(provider: LoginProvider | undefined, onSaved: () => void) {
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: ProviderDraft) =>
      provider
        ? client.call(adminApi.changeLoginProvider, { params: { id: provider._id }, body: changeOf(draft) })
        : client.call(adminApi.addLoginProvider, { body: bodyOf(draft) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.loginSettings });
      onSaved();
    },
  });
}
