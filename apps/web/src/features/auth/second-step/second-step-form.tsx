// Asks for the code of the authenticator app, or a recovery code, after the password.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { Session } from '@cellar/contract/accounts.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { toast } from '#ui/toasts/toast.tsx';
import styles from '../login-form.module.css';
import type { SecondStepState } from '../login-state.ts';
import { trustedDevice } from './trusted-device.ts';

type Kind = 'code' | 'recoveryCode';

const patterns = { code: /^\d{6}$/, recoveryCode: /^[a-z\d]{16}$/i };

interface SecondStepFormProps {
  login: SecondStepState;
  onLogin(session: Session): void;
  /** The login must begin again, with this message. */
  onExpired(message: string): void;
}

export function SecondStepForm({ login, onLogin, onExpired }: SecondStepFormProps) {
  const { t } = useTranslation('secondFactor');
  const hasCode = login.methods.includes('code');
  const hasRecoveryCode = login.methods.includes('recoveryCode');
  const [kind, setKind] = useState<Kind>(hasCode || !hasRecoveryCode ? 'code' : 'recoveryCode');
  const [problem, setProblem] = useState<string>();
  const finish = useFinish(login, onLogin);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fail = (text: string) => {
      setProblem(text);
      focusField(form, kind);
    };
    const typed = textFieldsOf(form, kind)
      [kind].normalize('NFKC')
      .replace(/[\s\p{Dash}]/gu, '');
    if (!patterns[kind].test(typed)) return fail(t(`step.${kind}Length`));
    if (finish.isPending) return;
    setProblem(undefined);
    const trustDevice = new FormData(form).has('trust');
    const onError = (error: ApiError) => {
      const text = errorText(error, t('failed'));
      if (error.code === 'login_expired') onExpired(text);
      else if (error.status === 400 || error.status === 409) fail(text);
      else toast.error(text);
    };
    finish.mutate({ [kind]: typed, trustDevice }, { onError });
  };
  const change = (next: Kind) => {
    setProblem(undefined);
    setKind(next);
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <CodeField key={kind} kind={kind} problem={problem} />
      <Checkbox name="trust" label={t('step.trust')} description={t('step.trustHint')} />
      <Button type="submit" fullWidth loading={finish.isPending} className={styles.submit}>
        {t('step.submit')}
      </Button>
      {kind === 'code' && hasRecoveryCode && (
        <Button variant="subtle" fullWidth onClick={() => change('recoveryCode')}>
          {t('step.toRecoveryCode')}
        </Button>
      )}
      {kind === 'recoveryCode' && hasCode && (
        <Button variant="subtle" fullWidth onClick={() => change('code')}>
          {t('step.toCode')}
        </Button>
      )}
    </form>
  );
}

function CodeField({ kind, problem }: { kind: Kind; problem: string | undefined }) {
  const { t } = useTranslation('secondFactor');
  const ofApp = { autoComplete: 'one-time-code', inputMode: 'numeric' } as const;
  const recovery = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <TextInput
      {...(kind === 'code' ? ofApp : recovery)}
      name={kind}
      label={t(`step.${kind}`)}
      error={problem}
      maxLength={100}
      styles={{ input: { fontFamily: 'var(--font-mono)', letterSpacing: '0.08em' } }}
      autoFocus
      required
    />
  );
}

function useFinish({ challenge, email }: SecondStepState, onLogin: SecondStepFormProps['onLogin']) {
  const client = useApi();
  return useMutation({
    mutationFn: (proof: { code?: string; recoveryCode?: string; trustDevice: boolean }) =>
      client.call(memberApi.finishLogin, { body: { challenge, ...proof } }),
    onSuccess: ({ deviceToken, ...session }) => {
      // Without a new secret, an old one is no longer valid: the server asked for this step in spite of it.
      trustedDevice.remember(email, deviceToken);
      onLogin(session);
    },
  });
}
