// Adds a webhook, and tests it at once, or edits one.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Webhook } from '@cellar/contract/messages/webhooks.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { currentLanguage } from '#i18n/language.ts';
import { useApi } from '#lib/api-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { bodyOf, changeOf, draftOf, type WebhookDraft } from './webhook-draft.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { formatNames } from './webhook-formats.ts';
import styles from './webhooks.module.css';

export interface WebhookDialogProps {
  /** Undefined to add one. */
  webhook: Webhook | undefined;
  allowsPrivate: boolean;
  onClose(): void;
}

export function WebhookDialog({ webhook, allowsPrivate, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  const [before] = useState(() => draftOf(webhook, currentLanguage()));
  const [draft, setDraft] = useState(before);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(before);
  const confirmDiscard = useUnsaved({ isUnsaved, what: t('unsaved') });
  const save = useSave(webhook, onClose);
  const cancel = () => confirmDiscard(onClose);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(draft);
  };
  const issues = issueTexts(save.error);
  if (draft.events.length === 0) issues.events = t('noEvents');
  const isRefused = save.isError && !save.error.body?.issues?.length;
  return (
    <Dialog
      heading={webhook ? t('editHeading', { name: webhook.name }) : t('add')}
      size="46rem"
      onClose={cancel}
    >
      <form className={styles.form} onSubmit={handleSubmit}>
        <WebhookFields
          webhook={webhook}
          draft={draft}
          issues={issues}
          allowsPrivate={allowsPrivate}
          onChange={setDraft}
        />
        {isRefused && <Notice kind="error">{errorText(save.error, t('saveFailed'))}</Notice>}
        {!webhook && <p className={styles.dim}>{t('testedAtOnce')}</p>}
        <div className={styles.actions}>
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={draft.events.length === 0}>
            {t(webhook ? 'save' : 'addAndTest')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useSave(webhook: Webhook | undefined, onSaved: () => void) {
  const { t } = useTranslation('webhooks');
  const client = useApi();
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all });
  return useMutation({
    mutationFn: async (draft: WebhookDraft) => {
      const unnamed = formatNames[draft.format];
      if (webhook) {
        const body = changeOf(draft, unnamed);
        return client.call(adminApi.changeWebhook, { params: { id: webhook._id }, body });
      }
      const added = await client.call(adminApi.addWebhook, { body: bodyOf(draft, unnamed) });
      // The list shows the answer as the last delivery.
      await client
        .call(adminApi.testWebhook, { params: { id: added._id } })
        .catch((error) => toastRefusal(error, t('testFailed')));
      return added;
    },
    onSuccess: async () => {
      await refetch();
      onSaved();
    },
  });
}
