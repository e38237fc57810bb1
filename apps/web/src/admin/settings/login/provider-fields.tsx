// The fields of a login provider, with a test of its address.
import { loginProviderLimits as limits } from '@cellar/contract/people/rules/login-providers.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './login-settings.module.css';
import type { ProviderDraft } from './provider-draft.ts';
import { TestAnswer, TestButton, useProviderTest } from './provider-test.tsx';

export interface ProviderFieldsProps {
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

export function ProviderFields(props: ProviderFieldsProps) {
  const { t } = useTranslation('loginSettings');
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
      <Toggle {...props} name="trustsEmails" hint={t('fields.trustsEmailsHint')} />
      <Field {...props} name="adminClaim" hint={t('fields.adminClaimHint')} example="groups" />
      <Field {...props} name="adminValue" hint={t('fields.adminValueHint')} example="cellar-admins" />
      <Field {...props} name="scopes" hint={t('fields.scopesHint')} example="groups" />
      <Toggle {...props} name="isEnabled" hint={t('fields.isEnabledHint')} />
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
