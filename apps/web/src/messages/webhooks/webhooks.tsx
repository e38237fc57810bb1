// The webhooks in Admin Settings: their list, and the dialogs that add one and show what one has delivered.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Webhook } from '@cellar/contract/messages/webhooks.endpoints.ts';
import { Box, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { currentLanguage } from '#i18n/language.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { DialogForm } from '#ui/dialogs/dialog-form.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import {
  bodyOf,
  changeOf,
  draftOf,
  formatNames,
  type WebhookDraft,
  WebhookFields,
} from './webhook-fields.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhooksQuery } from './webhooks.queries.ts';

export function Webhooks() {
  const { t } = useTranslation('webhooks');
  const query = useQuery(webhooksQuery(useApi()));
  const [edited, setEdited] = useState<Webhook | 'new'>();
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.data?.isOn === false && (
        <Box mb="var(--space-4)">
          <Notice kind="info">{t('allOff')}</Notice>
        </Box>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.7} />}
        onClick={() => setEdited('new')}
      >
        {t('add')}
      </Button>
      {query.isPending && <LoadingList label={t('loading')} height="4.5rem" rows={2} />}
      {query.isError && !query.data && (
        <Box mt="var(--space-4)">
          <LoadFailedNotice onRetry={() => void query.refetch()} />
        </Box>
      )}
      {query.data && <WebhookList webhooks={query.data.webhooks} onEdit={setEdited} />}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? undefined : edited}
          allowsPrivate={query.data?.allowsPrivate ?? false}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

function WebhookList({ webhooks, onEdit }: { webhooks: Webhook[]; onEdit(webhook: Webhook): void }) {
  const { t } = useTranslation('webhooks');
  if (webhooks.length === 0) {
    return (
      <Text mt="var(--space-4)" c="dimmed">
        {t('empty')}
      </Text>
    );
  }
  return (
    <ul className={entries.list} aria-label={t('heading')}>
      {webhooks.map((webhook) => (
        <li key={webhook._id}>
          <WebhookRow webhook={webhook} onEdit={() => onEdit(webhook)} />
        </li>
      ))}
    </ul>
  );
}

interface WebhookDialogProps {
  /** Undefined to add one. */
  webhook: Webhook | undefined;
  allowsPrivate: boolean;
  onClose(): void;
}

/** Adds a webhook, and tests it at once, or edits one. */
function WebhookDialog({ webhook, allowsPrivate, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  const [before] = useState(() => draftOf(webhook, currentLanguage()));
  const [draft, setDraft] = useState(before);
  const save = useSave(webhook, onClose);
  const issues = issueTexts(save.error);
  if (draft.events.length === 0) issues.events = t('noEvents');
  const isRefused = save.isError && !save.error.body?.issues?.length;
  return (
    <DialogForm
      heading={webhook ? t('editHeading', { name: webhook.name }) : t('add')}
      size="46rem"
      submitLabel={t(webhook ? 'save' : 'addAndTest')}
      isBusy={save.isPending}
      isDisabled={draft.events.length === 0}
      isUnsaved={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={() => save.mutate(draft)}
      onClose={onClose}
    >
      <WebhookFields
        webhook={webhook}
        draft={draft}
        issues={issues}
        allowsPrivate={allowsPrivate}
        onChange={setDraft}
      />
      {isRefused && <Notice kind="error">{errorText(save.error, t('saveFailed'))}</Notice>}
      {!webhook && <p className={layout.small}>{t('testedAtOnce')}</p>}
    </DialogForm>
  );
}

function useSave(webhook: Webhook | undefined, onSaved: () => void) {
  const { t } = useTranslation('webhooks');
  const client = useApi();
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks });
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
