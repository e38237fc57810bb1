import type { MailSecurity } from '@cellar/contract/messages/mail-server.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import styles from './mail-server.module.css';
import { type MailServerValues, usualPorts, withSecurity } from './mail-server-values.ts';

export interface MailServerFieldsProps {
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

export function MailServerFields({ draft, hasPassword, isFixed }: MailServerFieldsProps) {
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
