import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MailServerSettings } from '@cellar/contract/messages/mail-server.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { useSettingsDraft } from '../use-settings-draft.ts';
import styles from './mail-server.module.css';
import { MailServerFields } from './mail-server-fields.tsx';
import { MailServerTest } from './mail-server-test.tsx';
import { bodyOf, type MailServerValues, valuesOf } from './mail-server-values.ts';

export interface MailServerFormProps {
  settings: MailServerSettings;
  /** The buttons of a page without a save bar. */
  footer?: ((isSaving: boolean) => ReactNode) | undefined;
  onSaved(): void;
}

export function MailServerForm({ settings, footer, onSaved }: MailServerFormProps) {
  const { t } = useTranslation('mailServer');
  const form = useRef<HTMLFormElement>(null);
  const draft = useMailServerDraft(settings, onSaved);
  const [testIssues, setTestIssues] = useState<Record<string, string>>({});
  useSaveBar(form, draft);
  const { source, server } = settings;
  const isFixed = source === 'environment';
  const fields = {
    values: draft.values,
    issues: { ...testIssues, ...draft.issues },
    change(part: Partial<MailServerValues>) {
      setTestIssues({});
      draft.change(part);
    },
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    draft.save();
  };
  if (isFixed && !server) return <Notice kind="info">{t('off')}</Notice>;
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit}>
      {isFixed && <Notice kind="info">{t('fromEnvironment')}</Notice>}
      {!settings.isPasswordReadable && <Notice kind="error">{t('passwordUnreadable')}</Notice>}
      <MailServerFields draft={fields} hasPassword={settings.hasPassword} isFixed={isFixed} />
      <Group gap="var(--space-3)" align="flex-start">
        <MailServerTest
          server={isFixed ? undefined : bodyOf(draft.values)}
          isComplete={() => isFixed || (form.current?.reportValidity() ?? false)}
          onIssues={setTestIssues}
        />
        {source === 'settings' && <RemoveServer onRemoved={onSaved} />}
      </Group>
      {/* Without a submit button, Enter would do nothing in a form with several fields. */}
      {footer ? footer(draft.isSaving) : <input type="submit" hidden />}
    </form>
  );
}

function useMailServerDraft(settings: MailServerSettings, onSaved: () => void) {
  const { t } = useTranslation('mailServer');
  const client = useApi();
  const queryClient = useQueryClient();
  const saved = valuesOf(settings);
  return useSettingsDraft({
    saved,
    send: (changes: Partial<MailServerValues>) =>
      client.call(adminApi.putMailServer, { body: bodyOf({ ...saved, ...changes }) }),
    onSaved(answer) {
      queryClient.setQueryData(queryKeys.mailServer, answer);
      onSaved();
    },
    failed: t('saveFailed'),
    unsaved: t('unsavedChanges'),
  });
}

function RemoveServer({ onRemoved }: { onRemoved(): void }) {
  const { t } = useTranslation('mailServer');
  const [isAsking, setAsking] = useState(false);
  const client = useApi();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call(adminApi.deleteMailServer),
    onSuccess(answer) {
      queryClient.setQueryData(queryKeys.mailServer, answer);
      onRemoved();
    },
    onError: (error) => toastRefusal(error, t('saveFailed')),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button variant="subtle" color="red" size="sm" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('removeQuestion')}
        text={t('removeText')}
        confirmLabel={t('remove')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
