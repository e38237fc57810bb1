// Adds or edits a login provider.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import type { LoginProvider } from '@cellar/contract/people/login-providers.ts';
import { loginProviderLimits as limits } from '@cellar/contract/people/rules/login-providers.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { DialogForm } from '#ui/dialogs/dialog-form.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './login-settings.module.css';

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
  const save = useSave(provider, () => {
    toast.success(t(provider ? 'form.saved' : 'form.added', { label: draft.label.trim() }));
    onSaved();
    onClose();
  });
  const isRefused = save.isError && !save.error.body?.issues?.length;
  return (
    <DialogForm
      heading={provider ? t('form.editHeading', { label: provider.label }) : t('providers.add')}
      size="46rem"
      submitLabel={t(provider ? 'form.save' : 'form.add')}
      isBusy={save.isPending}
      isUnsaved={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={() => save.mutate(draft)}
      onClose={onClose}
    >
      <ProviderFields
        hasSecret={provider?.hasSecret ?? false}
        draft={draft}
        issues={issueTexts(save.error)}
        onChange={setDraft}
      />
      {isRefused && <Notice kind="error">{errorText(save.error, t('form.saveFailed'))}</Notice>}
    </DialogForm>
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

interface ProviderFieldsProps {
  /** A secret is stored. */
  hasSecret: boolean;
  draft: ProviderDraft;
  /** By the names of the fields. */
  issues: Record<string, string>;
  onChange(draft: ProviderDraft): void;
}

type TextName = 'label' | 'issuer' | 'clientId' | 'clientSecret' | 'scopes' | 'adminClaim' | 'adminValue';
type SwitchName = 'allowsPrivate' | 'mayCreate' | 'approvesAtOnce' | 'trustsEmails' | 'isEnabled';

const maxLengths: Record<TextName, number> = {
  label: limits.labelMax,
  issuer: limits.addressMax,
  clientId: limits.clientIdMax,
  clientSecret: limits.secretMax,
  scopes: limits.scopesMax,
  adminClaim: limits.claimMax,
  adminValue: limits.claimValueMax,
};

/** The fields of a login provider, with a test of its address. */
function ProviderFields(props: ProviderFieldsProps) {
  const { t } = useTranslation(['loginSettings', 'settings']);
  const { hasSecret, draft } = props;
  const test = useProviderTest(draft);
  const secretHint = hasSecret ? t('fields.clientSecretKeep') : t('fields.clientSecretHint');
  return (
    <>
      <Field {...props} name="label" hint={t('fields.labelHint')} example="Authentik" isRequired />
      <Field
        {...props}
        name="issuer"
        hint={t('fields.issuerHint')}
        example="https://auth.example.com/realms/home"
        isRequired
      />
      <Toggle {...props} name="allowsPrivate" hint={t('fields.allowsPrivateHint')} />
      <div className={styles.test}>
        <TestButton test={test} />
        <TestAnswer test={test} />
      </div>
      <Field {...props} name="clientId" isRequired />
      <Field {...props} name="clientSecret" hint={secretHint} isSecret />
      <Toggle {...props} name="mayCreate" hint={t('fields.mayCreateHint')} />
      {draft.mayCreate && <Toggle {...props} name="approvesAtOnce" hint={t('fields.approvesAtOnceHint')} />}
      <Toggle {...props} name="isEnabled" hint={t('fields.isEnabledHint')} />
      <Disclosure label={t('settings:more')} isOpen={draft.adminClaim !== '' || draft.scopes !== ''}>
        <div className={layout.stack5}>
          <Toggle {...props} name="trustsEmails" hint={t('fields.trustsEmailsHint')} />
          <Field {...props} name="adminClaim" hint={t('fields.adminClaimHint')} example="groups" />
          <Field {...props} name="adminValue" hint={t('fields.adminValueHint')} example="cellar-admins" />
          <Field {...props} name="scopes" hint={t('fields.scopesHint')} example="groups" />
        </div>
      </Disclosure>
    </>
  );
}

interface FieldProps extends ProviderFieldsProps {
  name: TextName;
  hint?: string;
  example?: string;
  isRequired?: boolean;
  isSecret?: boolean;
}

function Field({ draft, issues, onChange, name, hint, example, isRequired, isSecret }: FieldProps) {
  const { t } = useTranslation('loginSettings');
  const Input = isSecret ? PasswordInput : TextInput;
  return (
    <Input
      label={t(`fields.${name}`)}
      description={hint}
      placeholder={example}
      value={draft[name] ?? ''}
      error={issues[name]}
      maxLength={maxLengths[name]}
      spellCheck={false}
      autoCapitalize="none"
      // Keeps the browser from filling in the admin's own password.
      autoComplete={isSecret ? 'new-password' : 'off'}
      required={isRequired}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
    />
  );
}

interface ToggleProps extends ProviderFieldsProps {
  name: SwitchName;
  hint: string;
}

function Toggle({ draft, onChange, name, hint }: ToggleProps) {
  const { t } = useTranslation('loginSettings');
  return (
    <Switch
      label={t(`fields.${name}`)}
      description={hint}
      isOn={draft[name]}
      onChange={(isOn) => onChange({ ...draft, [name]: isOn })}
    />
  );
}

// The values of the form that adds or edits a login provider.

interface ProviderDraft {
  label: string;
  issuer: string;
  clientId: string;
  /** Empty for the stored secret, or for none. Null to remove the stored one. */
  clientSecret: string | null;
  scopes: string;
  mayCreate: boolean;
  approvesAtOnce: boolean;
  trustsEmails: boolean;
  adminClaim: string;
  adminValue: string;
  allowsPrivate: boolean;
  isEnabled: boolean;
}

const empty: ProviderDraft = {
  ...{ label: '', issuer: '', clientId: '', clientSecret: '', scopes: '', adminClaim: '', adminValue: '' },
  ...{ mayCreate: false, approvesAtOnce: false, trustsEmails: false, allowsPrivate: false, isEnabled: true },
};

function draftOf(provider: LoginProvider | undefined): ProviderDraft {
  if (!provider) return empty;
  const { _id, hasSecret, isFixed, isReadable, ...values } = provider;
  return { ...values, clientSecret: '' };
}

function bodyOf({ clientSecret, ...values }: ProviderDraft): BodyInputOf<typeof adminApi.addLoginProvider> {
  return { ...values, ...(clientSecret?.trim() && { clientSecret }) };
}

/** Leaves out the secret if it stays as it is stored. */
function changeOf(draft: ProviderDraft): BodyInputOf<typeof adminApi.changeLoginProvider> {
  return { ...bodyOf(draft), ...(draft.clientSecret === null && { clientSecret: null }) };
}

// Fetches the configuration of a login provider, and says what is wrong with it. Button and answer may be in different places.

interface TestedProvider {
  issuer: string;
  allowsPrivate: boolean;
}

type ProviderTest = ReturnType<typeof useProviderTest>;

export function useProviderTest({ issuer, allowsPrivate }: TestedProvider) {
  const client = useApi();
  const { data, error, variables, isPending, mutate } = useMutation({
    mutationFn: (body: TestedProvider) => client.call(adminApi.testLoginProvider, { body }),
  });
  // An answer about other values would be misleading.
  const isCurrent = variables?.issuer === issuer && variables.allowsPrivate === allowsPrivate;
  const isPossible = issuer.trim() !== '';
  return { data, error, isPending, isCurrent, isPossible, run: () => mutate({ issuer, allowsPrivate }) };
}

interface TestButtonProps {
  test: ProviderTest;
  /** Tells the buttons of several providers apart. */
  label?: string;
}

export function TestButton({ test, label }: TestButtonProps) {
  const { t } = useTranslation('loginSettings');
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={label && t('test.of', { label })}
      loading={test.isPending}
      disabled={!test.isPossible}
      onClick={test.run}
    >
      {t('test.button')}
    </Button>
  );
}

export function TestAnswer({ test }: { test: ProviderTest }) {
  const { t } = useTranslation('loginSettings');
  const { data, error, isCurrent, isPending } = test;
  const isFailed = isCurrent && (error !== null || Boolean(data?.problem));
  const failure =
    error && (error.body?.issues?.length ? t('test.addressWrong') : errorText(error, t('test.failed')));
  return (
    <p role="status" className={styles.answer} data-failed={isFailed || undefined}>
      {isPending && t('test.running')}
      {isCurrent && !isPending && failure}
      {isCurrent && data && !data.problem && t(data.canLogOut ? 'test.okWithLogout' : 'test.ok')}
      {isCurrent && data?.problem && t(`problems.${data.problem}`)}
      {isCurrent && data?.detail && (
        <span className={styles.said}>
          {t('test.answer')} <q lang="en">{data.detail}</q>
        </span>
      )}
    </p>
  );
}
