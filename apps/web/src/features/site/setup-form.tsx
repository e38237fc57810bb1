// The form that creates the first admin.
import { api } from '@cellar/contract/api.ts';
import type { BodyInputOf, ResponseOf } from '@cellar/contract/endpoint.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { errorText, issueText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { toast } from '#ui/toasts/toast.tsx';

type Body = BodyInputOf<typeof api.setup>;

export interface SetupFormProps {
  siteName: string;
  sendsMail: boolean;
  onDone(session: ResponseOf<typeof api.setup>): void;
}

export function SetupForm({ siteName, sendsMail, onDone }: SetupFormProps) {
  const { t } = useTranslation('site');
  const client = useApi();
  const form = useForm<Required<Body>>({
    mode: 'uncontrolled',
    initialValues: { siteName, name: '', email: '', password: '', setupCode: '' },
  });
  useSetupCodeFromLink((code) => form.setFieldValue('setupCode', code));
  const setup = useMutation({
    mutationFn: (body: Required<Body>) => client.call(api.setup, { body }),
    onSuccess: onDone,
    onError: (error: ApiError) => {
      const issues = error.body?.issues ?? [];
      form.setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, issueText(message)])));
      if (error.code === 'setup_code_wrong')
        form.setFieldError('setupCode', errorText(error, t('setup.failed')));
      else if (issues.length === 0) toast.error(errorText(error, t('setup.failed')));
    },
  });
  const field = (name: keyof Body) => ({ ...form.getInputProps(name), key: form.key(name), required: true });
  const handleSubmit = form.onSubmit((values) => {
    if (!setup.isPending) setup.mutate(values);
  });
  return (
    <form style={{ display: 'flex', flexDirection: 'column', gap: 'var(--space-4)' }} onSubmit={handleSubmit}>
      <TextInput {...field('siteName')} label={t('setup.siteName')} description={t('setup.siteNameHint')} />
      <TextInput {...field('name')} label={t('setup.name')} autoComplete="name" autoFocus />
      <TextInput {...field('email')} label={t('setup.email')} type="email" autoComplete="username" />
      <PasswordInput
        {...field('password')}
        label={t('setup.password')}
        description={t('setup.passwordHint', { min: limits.passwordMin })}
        minLength={limits.passwordMin}
        autoComplete="new-password"
      />
      <TextInput
        {...field('setupCode')}
        label={t('setup.code')}
        description={t('setup.codeHint')}
        autoComplete="one-time-code"
        spellCheck={false}
      />
      {!sendsMail && <Text size="sm">{t('setup.noMail')}</Text>}
      <Button type="submit" loading={setup.isPending} fullWidth mt="var(--space-2)">
        {t('setup.submit')}
      </Button>
    </form>
  );
}

/**
 * Reads the setup code from the link that the server prints (`#code=…`), even if only the fragment changes because the
 * page is already open. Removes the code from the address, because browsers store addresses.
 */
function useSetupCodeFromLink(onCode: (code: string) => void): void {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const handleCode = useEffectEvent(onCode);
  useEffect(() => {
    if (!hash) return;
    const code = new URLSearchParams(hash.slice(1)).get('code');
    if (code) handleCode(code);
    void navigate(pathname, { replace: true });
  }, [hash, navigate, pathname]);
}
