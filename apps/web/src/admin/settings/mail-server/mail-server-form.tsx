import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  MailSecurity,
  MailServerChange,
  MailServerSettings,
} from '@cellar/contract/messages/emails.endpoints.ts';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { i18n } from '#i18n/i18n.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { useSettingsDraft } from '../settings-draft.ts';
import styles from './mail-server.module.css';
import { bodyOf, type MailServerValues, usualPorts, valuesOf, withSecurity } from './mail-server-values.ts';

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
    <form ref={form} className={layout.stack5} onSubmit={handleSubmit}>
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

interface MailServerTestProps {
  /** Undefined for the server of the environment. */
  server: MailServerChange | undefined;
  /** Tells the admin which values are missing. */
  isComplete(): boolean;
  /** Shows the server's validation errors, by field name. Empty when a test begins. */
  onIssues(issues: Record<string, string>): void;
}

/** Sends a test email through the values of the form, saved or not, and says what the server has answered. */
function MailServerTest({ server, isComplete, onIssues }: MailServerTestProps) {
  const { t } = useTranslation('mailServer');
  const client = useApi();
  const test = useMutation({
    mutationFn: () => client.call(adminApi.testMailServer, { body: server ? { server } : {} }),
    onMutate: () => onIssues({}),
    onError: (error) => onIssues(issueTexts(error)),
  });
  const { data, error, isPending } = test;
  const isFailed = !isPending && (error !== null || Boolean(data?.problem));
  const failure = error && failureOf(error);
  const answer = useRef<HTMLParagraphElement>(null);
  // Below the form, the answer may be outside the window or behind the save bar.
  useEffect(() => {
    if (data || error) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [data, error]);
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconSend size={18} stroke={1.7} />}
        loading={isPending}
        onClick={() => isComplete() && test.mutate()}
      >
        {t('test.send')}
      </Button>
      <p ref={answer} role="status" className={styles.answer} data-failed={isFailed || undefined}>
        {isPending && t('test.running')}
        {!isPending && failure}
        {!isPending &&
          data &&
          (data.problem ? t(`problems.${data.problem}`) : t('test.sent', { to: data.to }))}
        {!isPending && data?.answer && (
          <span className={styles.said}>
            {t('test.answer')} <q lang="en">{data.answer}</q>
          </span>
        )}
      </p>
    </div>
  );
}

function failureOf(error: ApiError): string {
  const issues = error.body?.issues ?? [];
  // The fields say what is wrong with them.
  if (issues.some(({ path }) => path !== 'password')) return i18n.t('mailServer:test.invalid');
  if (issues.length > 0) return i18n.t('mailServer:test.passwordMissing');
  return errorText(error, i18n.t('mailServer:test.failed'));
}

interface MailServerFieldsProps {
  draft: {
    values: MailServerValues;
    issues: Record<string, string>;
    change(part: Partial<MailServerValues>): void;
  };
  hasPassword: boolean;
  /** The environment has set the values. */
  isFixed: boolean;
}

type TextField = 'host' | 'port' | 'user' | 'password' | 'from';

function MailServerFields({ draft, hasPassword, isFixed }: MailServerFieldsProps) {
  const { t } = useTranslation('mailServer');
  const { values, change } = draft;
  const field = (name: TextField) => ({
    name: `mail-${name}`,
    label: t(`fields.${name}`),
    value: values[name],
    readOnly: isFixed,
    error: draft.issues[name],
    size: 'md' as const,
    spellCheck: false,
    autoComplete: 'off',
    inputWrapperOrder: wrapperOrder,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.fields}>
      <TextInput
        {...field('host')}
        description={t('hints.host')}
        maxLength={253}
        inputMode="url"
        autoCapitalize="none"
        required
      />
      <Select
        label={t('fields.security')}
        description={t(`securityHints.${values.security}`)}
        inputWrapperOrder={wrapperOrder}
        value={values.security}
        disabled={isFixed}
        data={securityChoices(values.security).map((value) => ({ value, label: t(`securities.${value}`) }))}
        onChange={(event) => change(withSecurity(event.currentTarget.value as MailSecurity, values))}
      />
      <TextInput {...field('port')} inputMode="numeric" pattern="[0-9]{1,5}" maxLength={5} required />
      <TextInput
        {...field('from')}
        description={t('hints.from')}
        placeholder="Cellar <cellar@example.org>"
        maxLength={320}
        required
      />
      <TextInput {...field('user')} description={t('hints.user')} maxLength={254} autoCapitalize="none" />
      <PasswordInput
        {...field('password')}
        description={t(hasPassword ? 'hints.passwordIsSet' : 'hints.password')}
        // Prevents the browser from filling in the admin's own password.
        autoComplete="new-password"
        maxLength={1000}
        disabled={isFixed || values.user === ''}
      />
    </div>
  );
}

const wrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

function securityChoices(chosen: MailServerValues['security']): MailServerValues['security'][] {
  return chosen === 'auto' ? ['auto'] : (Object.keys(usualPorts) as MailSecurity[]);
}
