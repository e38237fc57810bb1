// Asks in: register, or request access, with or without an invitation. Used by the login page.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './login-form.module.css';
import { type RegisterOptions, useRegister } from './use-register.ts';

export interface RegisterFormProps extends RegisterOptions {
  email: string;
  onEmailChange(email: string): void;
  /** The invitation is for this address and no other. */
  isEmailLocked: boolean;
}

type Errors = Partial<Record<'password' | 'confirmPassword', string>>;

export function RegisterForm(props: RegisterFormProps) {
  const { mode, email, onEmailChange, isEmailLocked } = props;
  const { t } = useTranslation('auth');
  const [errors, setErrors] = useState<Errors>({});
  const register = useRegister(props);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { name = '', password = '', confirmPassword = '' } = fieldsOf(form);
    const found: Errors = {};
    if (password.length < limits.passwordMin)
      found.password = t('register.tooShort', { min: limits.passwordMin });
    else if (password !== confirmPassword) found.confirmPassword = t('register.mismatch');
    setErrors(found);
    const [wrong] = Object.keys(found);
    if (wrong) return form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    if (!register.isPending) register.mutate({ name, email, password });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextInput
        name="name"
        label={t('register.name')}
        autoComplete="name"
        maxLength={100}
        autoFocus
        required
      />
      <TextInput
        name="email"
        type="email"
        label={t('login.email')}
        description={isEmailLocked ? t('register.emailLocked') : undefined}
        autoComplete="username"
        value={email}
        readOnly={isEmailLocked}
        onChange={(event) => onEmailChange(event.currentTarget.value)}
        required
      />
      <PasswordInput
        name="password"
        label={t('login.password')}
        description={t('register.passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        error={errors.password}
        required
      />
      <PasswordInput
        name="confirmPassword"
        label={t('register.confirmPassword')}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        error={errors.confirmPassword}
        required
      />
      <Button type="submit" fullWidth loading={register.isPending} className={styles.submit}>
        {t(mode === 'register' ? 'register.submit' : 'register.requestSubmit')}
      </Button>
    </form>
  );
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
