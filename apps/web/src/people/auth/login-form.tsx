import { memberApi } from '@cellar/contract/member-api.ts';
import type { LoginResponse, Session } from '@cellar/contract/people/accounts.ts';
import type { NeedsSecondFactor } from '@cellar/contract/people/second-factor.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconKey, IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { answerText, errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { passkeyObstacle } from '#lib/passkeys/obstacle.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useLastError } from '#ui/toasts/use-last-error.ts';
import styles from './login-form.module.css';
import { usePasskeyLogin } from './passkeys/use-passkey-login.ts';
import { trustedDevice } from './second-step/trusted-device.ts';

export interface LoginFormProps {
  /** Held by the page, so that the address survives a switch between the forms. */
  email: string;
  onEmailChange(email: string): void;
  onTry(): void;
  onLogin(session: Session): void;
  onSecondStep(login: NeedsSecondFactor): void;
}

export function LoginForm({ email, onEmailChange, onTry, onLogin, onSecondStep }: LoginFormProps) {
  const { t } = useTranslation(['auth', 'passkey']);
  const [unverified, setUnverified] = useState<string>();
  const handleAnswer = useAnswer({ onLogin, onSecondStep, onUnverified: setUnverified });
  const login = useLogin(handleAnswer);
  const passkey = usePasskeyLogin(handleAnswer);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    setUnverified(undefined);
    onTry();
    const form = event.currentTarget;
    const { password } = textFieldsOf(form, 'password');
    // The button has lost the focus while it was busy.
    login.mutate({ email, password }, { onError: () => focusField(form, 'password') });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextInput
        name="email"
        type="email"
        label={t('login.email')}
        autoComplete="username webauthn"
        value={email}
        onChange={(event) => onEmailChange(event.currentTarget.value)}
        autoFocus={email === ''}
        required
      />
      <PasswordInput
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        autoFocus={email !== ''}
        required
      />
      <Link to={paths.forgotPassword} className={styles.forgot}>
        {t('login.forgot')}
      </Link>
      {unverified && <ResendVerification email={unverified} />}
      <Button type="submit" fullWidth loading={login.isPending} className={styles.submit}>
        {t('login.submit')}
      </Button>
      {!passkeyObstacle() && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => {
            onTry();
            passkey.mutate();
          }}
        >
          {t('passkey:logIn')}
        </Button>
      )}
    </form>
  );
}

interface AnswerOptions extends Pick<LoginFormProps, 'onLogin' | 'onSecondStep'> {
  onUnverified(email: string): void;
}

/** `email` is the address that was typed, if any. */
function useAnswer({ onLogin, onSecondStep, onUnverified }: AnswerOptions) {
  const { t } = useTranslation('auth');
  return (answer: LoginResponse, email?: string) => {
    if ('needsVerification' in answer) {
      toast.warning(t('needsVerification'));
      if (email) onUnverified(email);
    } else if ('pendingApproval' in answer) toast.info(t('pendingApproval'));
    else if ('needsSecondFactor' in answer) onSecondStep(answer);
    else onLogin(answer);
  };
}

function useLogin(onAnswer: (answer: LoginResponse, email: string) => void) {
  const { t } = useTranslation(['auth', 'downloads']);
  const client = useApi();
  const lastError = useLastError();
  const noAnswerText = ({ code, status }: ApiError) => {
    // A proxy has answered.
    if (status >= 500) return t('downloads:errors.unavailable');
    return t(code === 'timeout' ? 'noAnswer' : 'noConnection');
  };
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => {
      const deviceToken = trustedDevice.tokenOf(body.email);
      return client.call(memberApi.login, { body: { ...body, ...(deviceToken && { deviceToken }) } });
    },
    onMutate: lastError.close,
    onSuccess: (answer, { email }) => onAnswer(answer, email),
    onError: (error: ApiError) => {
      const id = error.body
        ? toast.error(errorText(error, t('failed')))
        : // The text that the specification requires, with the reason below.
          toast.error(noAnswerText(error), t('failed'));
      lastError.remember(id);
    },
  });
}

function ResendVerification({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const client = useApi();
  const resend = useMutation({
    mutationFn: () => client.call(memberApi.resendVerification, { body: { email } }),
    onSuccess: ({ message }) => toast.success(answerText(message, t('login.resent'))),
    onError: (error) => toast.error(errorText(error, t('failed'))),
  });
  return (
    <div className={styles.resend}>
      <p>{t('login.resendLead')}</p>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconMail size={17} stroke={1.7} />}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t('login.resend')}
      </Button>
    </div>
  );
}
