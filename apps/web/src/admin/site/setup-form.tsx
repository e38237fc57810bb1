// The form that creates the first admin.

import type { BodyInputOf, ResponseOf } from '@cellar/contract/endpoint.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { currentLanguage } from '#i18n/language.ts';
import type { ApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';

type Body = Required<BodyInputOf<typeof memberApi.setup>>;

export interface SetupFormProps {
  siteName: string;
  /** The form is busy until this resolves. */
  onDone(session: ResponseOf<typeof memberApi.setup>): Promise<void>;
}

export function SetupForm({ siteName, onDone }: SetupFormProps) {
  const { t } = useTranslation('site');
  const [code, setCode] = useState<string>();
  useSetupCodeFromLink(setCode);
  const setup = useSetup(onDone);
  const errors = issueTexts(setup.error);
  if (setup.error && isCodeWrong(setup.error)) errors.setupCode = errorText(setup.error, t('setup.failed'));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget)) as Omit<Body, 'language'>;
    if (!setup.isPending) setup.mutate({ ...body, language: currentLanguage() });
  };
  const field = (name: keyof Body) => ({ name, error: errors[name], required: true });
  return (
    <form style={{ display: 'flex', flexDirection: 'column', gap: 'var(--space-4)' }} onSubmit={handleSubmit}>
      <TextInput
        {...field('siteName')}
        label={t('setup.siteName')}
        description={t('setup.siteNameHint')}
        defaultValue={siteName}
      />
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
        key={code}
        defaultValue={code}
        // Whoever came by the link has nothing to type here.
        display={code && !errors.setupCode ? 'none' : undefined}
        label={t('setup.code')}
        description={t('setup.codeHint')}
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <Button type="submit" loading={setup.isPending} fullWidth mt="var(--space-2)">
        {t('setup.submit')}
      </Button>
    </form>
  );
}

function useSetup(onDone: SetupFormProps['onDone']) {
  const { t } = useTranslation('site');
  const client = useApi();
  return useMutation({
    mutationFn: (body: Body) => client.call(memberApi.setup, { body }),
    onSuccess: onDone,
    onError: (error) => {
      const isShownInField = isCodeWrong(error) || error.body?.issues?.length;
      if (!isShownInField) toast.error(errorText(error, t('setup.failed')));
    },
  });
}

const isCodeWrong = (error: ApiError) => error.code === 'setup_code_wrong';

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
