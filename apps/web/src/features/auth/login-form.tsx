// Email and password. Used by the login page, which decides where to go after it.
import type { Session } from '@cellar/contract/accounts.ts';
import { api } from '@cellar/contract/api.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { toast } from '#ui/toast.tsx';
import styles from './login-form.module.css';

export interface LoginFormProps {
  onLogin(session: Session): void;
}

export function LoginForm({ onLogin }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const client = useApi();
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) => client.call(api.login, { body }),
    onSuccess: (answer) => {
      if ('needsVerification' in answer) toast.warning(t('needsVerification'));
      else if ('pendingApproval' in answer) toast.info(t('pendingApproval'));
      else onLogin(answer);
    },
    onError: (error: ApiError) => toast.error(error.body?.message ?? t('failed')),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    const fields = new FormData(event.currentTarget);
    login.mutate({ email: String(fields.get('email')), password: String(fields.get('password')) });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextInput
        name="email"
        type="email"
        label={t('login.email')}
        autoComplete="username"
        autoFocus
        required
      />
      <PasswordInput name="password" label={t('login.password')} autoComplete="current-password" required />
      <Button type="submit" fullWidth loading={login.isPending} className={styles.submit}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
