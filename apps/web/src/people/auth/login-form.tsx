import { memberApi } from '@cellar/contract/member-api.ts';
import type { LoginResponse, Session } from '@cellar/contract/people/accounts.ts';
import type { Assertion, RequestOptions } from '@cellar/contract/people/passkeys.endpoints.ts';
import type { NeedsSecondFactor } from '@cellar/contract/people/second-factor.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconKey, IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { answerText, errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import type { ApiError } from '#lib/api-error.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { loadOnce } from '#lib/lazy-code.ts';
import { passkeyObstacle } from '#lib/passkeys/ceremony.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { useLatest } from '#lib/use-latest.ts';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { useLastError } from '#ui/toasts/use-last-error.ts';
import styles from './login-form.module.css';
import { trustedDevice } from './login-state.ts';

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
  const [outcome, setOutcome] = useState<Outcome>();
  const handleAnswer = useAnswer({ onLogin, onSecondStep, onOutcome: setOutcome });
  const login = useLogin(handleAnswer, setOutcome);
  const passkey = usePasskeyLogin(handleAnswer, setOutcome);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    setOutcome(undefined);
    onTry();
    const form = event.currentTarget;
    const { password } = textFieldsOf(form, 'password');
    // The button has lost the focus while it was busy.
    login.mutate({ email, password }, { onError: () => focusField(form, 'password') });
  };
  return (
    <form className={layout.stack4} onSubmit={handleSubmit}>
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
      {outcome && <OutcomeNote {...outcome} />}
      <Button type="submit" fullWidth loading={login.isPending} className={layout.apart2}>
        {t('login.submit')}
      </Button>
      {!passkeyObstacle() && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => {
            setOutcome(undefined);
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

/** Why the member is not logged in. */
interface Outcome {
  text: string;
  isError?: boolean;
  /** The address that has yet to be verified, where one was typed. */
  unverified?: string | undefined;
}

/** Not a live region: the toast, which the specification requires, announces the same words. They stay here to be read. */
function OutcomeNote({ text, isError = false, unverified }: Outcome) {
  return (
    <div className={styles.outcome} data-error={isError || undefined}>
      <p>{text}</p>
      {unverified && <ResendVerification email={unverified} />}
    </div>
  );
}

type OnOutcome = (outcome: Outcome) => void;

interface AnswerOptions extends Pick<LoginFormProps, 'onLogin' | 'onSecondStep'> {
  onOutcome: OnOutcome;
}

/** `email` is the address that was typed, if any. */
function useAnswer({ onLogin, onSecondStep, onOutcome }: AnswerOptions) {
  const { t } = useTranslation('auth');
  return (answer: LoginResponse, email?: string) => {
    if ('needsVerification' in answer) {
      toast.warning(t('needsVerification'));
      onOutcome({ text: t('needsVerification'), unverified: email });
    } else if ('pendingApproval' in answer) {
      toast.info(t('pendingApproval'));
      onOutcome({ text: t('pendingApproval') });
    } else if ('needsSecondFactor' in answer) onSecondStep(answer);
    else onLogin(answer);
  };
}

function useLogin(onAnswer: (answer: LoginResponse, email: string) => void, onOutcome: OnOutcome) {
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
      const text = error.body ? errorText(error, t('failed')) : noAnswerText(error);
      // Without a reason of the server, the text that the specification requires, with ours below.
      lastError.remember(toast.error(text, error.body ? undefined : t('failed')));
      onOutcome({ text, isError: true });
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
    <>
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
    </>
  );
}

/** The server's challenges last 5 minutes. */
const renewMs = 4 * 60_000;

/** Logging in with a passkey: by a button, or from the menu of the email field. */
function usePasskeyLogin(onAnswer: (answer: LoginResponse) => void, onOutcome: OnOutcome) {
  const { t } = useTranslation(['auth', 'passkey']);
  const client = useApi();
  const latest = useLatest({
    onAnswer,
    onRefused: (error: ApiError) => {
      const text = errorText(error, t('passkey:failed'));
      toast.error(text);
      onOutcome({ text, isError: true });
    },
  });
  const login = useMutation({
    mutationFn: async () => {
      const { logInWithPasskey } = await loadOnce(() => import('./log-in-with-passkey.ts'));
      return logInWithPasskey(client);
    },
    onSuccess: (answer) => answer && latest.current.onAnswer(answer),
    // The code could not be loaded.
    onError: () => {
      toast.error(t('noConnection'), t('failed'));
      onOutcome({ text: t('noConnection'), isError: true });
    },
  });
  const { isPending } = login;
  useEffect(() => {
    // The button's request takes the place of the offer, which begins again afterwards.
    if (isPending) return undefined;
    return offer(client, {
      onAnswer: (answer) => latest.current.onAnswer(answer),
      onRefused: (error) => latest.current.onRefused(error),
    });
  }, [client, isPending, latest]);
  return login;
}

interface OfferResult {
  onAnswer(answer: LoginResponse): void;
  onRefused(error: ApiError): void;
}

/** Returns a function that stops it. */
function offer(client: ApiClient, { onAnswer, onRefused }: OfferResult): () => void {
  let stopping = new AbortController();
  const begin = async ({ signal }: AbortController) => {
    if (!(await canOfferPasskeys())) return;
    const options = await client.call(memberApi.askForLoginPasskey, { signal });
    const credential = await offerPasskeys(options, signal);
    if (!credential) return;
    // From here on, the member has chosen a passkey.
    await client
      .call(memberApi.logInWithPasskey, { body: { credential } })
      .then(onAnswer, (error: ApiError) => {
        onRefused(error);
        if (!signal.aborted) beginQuietly();
      });
  };
  // Nobody has asked for the offer itself, so its failures are not shown. The button is still there.
  const beginQuietly = () => void begin(stopping).catch(() => undefined);
  beginQuietly();
  const renewing = setInterval(() => {
    stopping.abort();
    stopping = new AbortController();
    beginQuietly();
  }, renewMs);
  return () => {
    clearInterval(renewing);
    stopping.abort();
  };
}

// Offers passkeys in the menu of a field. Without the library, because browsers that can do this do the rest too, and the login page
// should load no more than it needs.

/** Whether the browser can list passkeys in the menu of a field. */
async function canOfferPasskeys(): Promise<boolean> {
  if (passkeyObstacle() || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Lists passkeys in the menu of the field with `autocomplete="… webauthn"`. Undefined if the user chooses none.
 */
async function offerPasskeys(options: RequestOptions, signal: AbortSignal): Promise<Assertion | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal });
  return (credential as PublicKeyCredential | null)?.toJSON() as Assertion | undefined;
}
