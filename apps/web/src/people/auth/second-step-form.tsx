// Asks for the code of the authenticator app, or a recovery code, after the password.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { FinishedLogin, Session } from '@cellar/contract/people/accounts.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { choosePasskey, PasskeyError, passkeyObstacle } from '#lib/passkeys/ceremony.ts';
import { useApi } from '#lib/services-context.ts';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { toastPasskeyFailure } from '#ui/toasts/toast-passkey.ts';
import { type SecondStepState, trustedDevice } from './login-state.ts';

type Kind = 'code' | 'recoveryCode' | 'passkey';

const patterns = { code: /^\d{6}$/, recoveryCode: /^[a-z\d]{16}$/i };

const toKind = {
  code: 'step.toCode',
  recoveryCode: 'step.toRecoveryCode',
  passkey: 'passkey:use',
} as const;

/** What this browser can finish the login with, the simplest first. */
function kindsOf({ methods }: SecondStepState): [Kind, ...Kind[]] {
  const isPossible = (kind: Kind) => methods.includes(kind) && !(kind === 'passkey' && passkeyObstacle());
  const [first = 'code', ...others] = (['passkey', 'code', 'recoveryCode'] as const).filter(isPossible);
  return [first, ...others];
}

interface SecondStepFormProps {
  login: SecondStepState;
  onLogin(session: Session): void;
  /** The login must begin again, with this message. */
  onExpired(message: string): void;
}

export function SecondStepForm({ login, onLogin, onExpired }: SecondStepFormProps) {
  const { t } = useTranslation(['secondFactor', 'passkey', 'auth']);
  const kinds = kindsOf(login);
  const [kind, setKind] = useState(kinds[0]);
  const [problem, setProblem] = useState<string>();
  const finish = useFinish(login, onLogin);
  const handleError = (error: ApiError | PasskeyError, fail?: (text: string) => void) => {
    if (error instanceof PasskeyError) return toastPasskeyFailure(error);
    const text = errorText(error, t('failed'));
    if (error.code === 'login_expired') onExpired(text);
    else if (fail && (error.status === 400 || error.status === 409)) fail(text);
    else toast.error(text);
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (finish.isPending) return;
    setProblem(undefined);
    const trustDevice = new FormData(form).has('trust');
    if (kind === 'passkey')
      return finish.mutate({ kind, trustDevice }, { onError: (error) => handleError(error) });
    const fail = (text: string) => {
      setProblem(text);
      focusField(form, kind);
    };
    const typed = textFieldsOf(form, kind)
      [kind].normalize('NFKC')
      .replace(/[\s\p{Dash}]/gu, '');
    if (!patterns[kind].test(typed)) return fail(t(`step.${kind}Length`));
    finish.mutate({ kind, typed, trustDevice }, { onError: (error) => handleError(error, fail) });
  };
  const change = (next: Kind) => {
    setProblem(undefined);
    setKind(next);
  };
  return (
    <form className={layout.stack4} onSubmit={handleSubmit} noValidate>
      {kind !== 'passkey' && <CodeField key={kind} kind={kind} problem={problem} />}
      <Checkbox name="trust" label={t('step.trust')} description={t('step.trustHint')} />
      <Button
        // Another button for a passkey, because a button receives the focus only when it is new.
        key={kind === 'passkey' ? kind : 'typed'}
        type="submit"
        fullWidth
        loading={finish.isPending}
        className={layout.apart2}
        autoFocus={kind === 'passkey'}
      >
        {t(kind === 'passkey' ? 'passkey:use' : 'auth:login.submit')}
      </Button>
      {kinds
        .filter((other) => other !== kind)
        .map((other) => (
          <Button key={other} variant="default" fullWidth onClick={() => change(other)}>
            {t(toKind[other])}
          </Button>
        ))}
    </form>
  );
}

function CodeField({ kind, problem }: { kind: Exclude<Kind, 'passkey'>; problem: string | undefined }) {
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

type Proof = { trustDevice: boolean } & (
  | { kind: 'passkey' }
  | { kind: 'code' | 'recoveryCode'; typed: string }
);

function useFinish({ challenge, email }: SecondStepState, onLogin: SecondStepFormProps['onLogin']) {
  const client = useApi();
  return useMutation<FinishedLogin, ApiError | PasskeyError, Proof>({
    mutationFn: async ({ trustDevice, ...proof }) => {
      if (proof.kind !== 'passkey') {
        const body = { challenge, trustDevice, [proof.kind]: proof.typed };
        return client.call(deferredApi.finishLogin, { body });
      }
      const options = await client.call(deferredApi.askForSecondStepPasskey, { body: { challenge } });
      const credential = await choosePasskey(options);
      return client.call(deferredApi.finishLoginWithPasskey, {
        body: { challenge, credential, trustDevice },
      });
    },
    onSuccess: ({ deviceToken, ...session }) => {
      // Without a new secret, an old one is no longer valid: the server asked for this step in spite of it.
      trustedDevice.remember(email, deviceToken);
      onLogin(session);
    },
  });
}
