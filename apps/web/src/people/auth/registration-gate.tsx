// Shows the registration form to visitors with a valid invitation, or to everyone while registration is open.

import { memberApi } from '@cellar/contract/member-api.ts';
import type { Session } from '@cellar/contract/people/accounts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { issueText } from '#i18n/issue-text.ts';
import { currentLanguage } from '#i18n/language.ts';
import type { ApiError } from '#lib/api-error.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { useApi } from '#lib/services-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { invitationQuery } from './invitation.query.ts';
import styles from './login-form.module.css';
import type { LoginMode } from './login-state.ts';

interface RegistrationGateProps {
  mode: Exclude<LoginMode, 'login'>;
  email: string;
  onEmailChange(email: string): void;
  invite: string | undefined;
  /** Whether visitors may register without an invitation. */
  isOpen: boolean;
  /** `message` says what happens next. */
  onRegistered(message: string): void;
  onLogin(session: Session): void;
}

export function RegistrationGate({ invite, isOpen, ...form }: RegistrationGateProps) {
  const { t } = useTranslation('auth');
  const check = useQuery(invitationQuery(useApi(), invite));
  if (invite && check.isPending) return <Skeleton height="16rem" />;
  // If the check fails, the form still sends the invitation, and the server decides.
  const isRefused = check.data?.isValid === false;
  const isInvited = invite !== undefined && !isRefused;
  const bound = isInvited ? check.data?.email : undefined;
  return (
    <>
      {isRefused && <Notice kind="error">{t('register.inviteInvalid')}</Notice>}
      {isOpen || isInvited ? (
        <>
          <p className={layout.dim}>{t(isInvited ? 'register.inviteLead' : 'register.lead')}</p>
          <RegisterForm
            {...form}
            email={bound ?? form.email}
            isEmailLocked={Boolean(bound)}
            invite={isInvited ? invite : undefined}
            isInvited={isInvited && !bound}
          />
        </>
      ) : (
        <Notice kind="info">{t('register.closed')}</Notice>
      )}
    </>
  );
}

interface RegisterFormProps extends RegisterOptions, RegisterFieldsProps {}

const submitTexts = { register: 'register.submit', requestAccess: 'register.requestSubmit' } as const;

type Errors = Partial<Record<'name' | 'email' | 'password' | 'confirmPassword', string>>;

function RegisterForm({ email, onEmailChange, isEmailLocked, ...options }: RegisterFormProps) {
  const { t } = useTranslation('auth');
  const [found, setFound] = useState<Errors>({});
  const register = useRegister(options);
  const issues = register.error?.body?.issues ?? [];
  const refused = Object.fromEntries(issues.map(({ path, message }) => [path, issueText(message)]));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { name, password, confirmPassword } = textFieldsOf(form, 'name', 'password', 'confirmPassword');
    const wrong: Errors = {};
    if (password.length < limits.passwordMin)
      wrong.password = t('register.tooShort', { min: limits.passwordMin });
    else if (password !== confirmPassword) wrong.confirmPassword = t('register.mismatch');
    setFound(wrong);
    const [first] = Object.keys(wrong);
    if (first) return focusField(form, first);
    if (register.isPending) return;
    const onError = ({ body }: ApiError) => focusField(form, body?.issues?.[0]?.path ?? '');
    register.mutate({ name, email, password }, { onError });
  };
  return (
    <form className={layout.stack4} onSubmit={handleSubmit}>
      <RegisterFields
        email={email}
        onEmailChange={onEmailChange}
        isEmailLocked={isEmailLocked}
        errors={{ ...refused, ...found }}
      />
      {/* Not a live region: the toast, which the specification requires, announces the same words. */}
      {register.error && !isAboutField(register.error) && (
        <p className={styles.outcome} data-error>
          {errorText(register.error, t('failed'))}
        </p>
      )}
      <Button type="submit" fullWidth loading={register.isPending} className={layout.apart2}>
        {t(options.invite ? 'register.join' : submitTexts[options.mode])}
      </Button>
    </form>
  );
}

interface RegisterFieldsProps {
  email: string;
  onEmailChange(email: string): void;
  /** Whether the invitation is only for this address. */
  isEmailLocked: boolean;
}

function RegisterFields(props: RegisterFieldsProps & { errors: Errors }) {
  const { email, onEmailChange, isEmailLocked, errors } = props;
  const { t } = useTranslation('auth');
  const password = { autoComplete: 'new-password', maxLength: limits.passwordMax, required: true };
  return (
    <>
      <TextInput
        name="name"
        label={t('register.name')}
        autoComplete="name"
        maxLength={100}
        error={errors.name}
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
        error={errors.email}
        onChange={(event) => onEmailChange(event.currentTarget.value)}
        required
      />
      <PasswordInput
        {...password}
        name="password"
        label={t('login.password')}
        description={t('register.passwordHint', { min: limits.passwordMin })}
        error={errors.password}
      />
      <PasswordInput
        {...password}
        name="confirmPassword"
        label={t('register.confirmPassword')}
        error={errors.confirmPassword}
      />
    </>
  );
}

const sentFields = ['name', 'email', 'password'] as const;

interface RegisterOptions {
  mode: Exclude<LoginMode, 'login'>;
  invite: string | undefined;
  /** Whether the visitor has an invitation without an address. Such an account needs no approval. */
  isInvited: boolean;
  onRegistered(message: string): void;
  /** Called if the account can be used immediately. */
  onLogin(session: Session): void;
}

function useRegister({ mode, invite, isInvited, onLogin, onRegistered }: RegisterOptions) {
  const { t } = useTranslation('auth');
  const client = useApi();
  const endpoint = mode === 'register' ? memberApi.register : memberApi.requestAccess;
  return useMutation({
    mutationFn: (wanted: Record<(typeof sentFields)[number], string>) =>
      client.call(endpoint, { body: { ...wanted, language: currentLanguage(), ...(invite && { invite }) } }),
    onSuccess: (answer) => {
      if ('token' in answer) {
        toast.success(answerText(answer.message, t('register.admitted')));
        onLogin(answer);
        return;
      }
      const plain = mode === 'register' ? 'register.registered' : 'register.requested';
      onRegistered(answerText(answer.message, t(isInvited ? 'register.invited' : plain)));
    },
    onError: (error: ApiError) => {
      if (!isAboutField(error)) toast.error(errorText(error, t('failed')));
    },
  });
}

/** Such errors are shown at their fields. */
function isAboutField({ body }: ApiError): boolean {
  return body?.issues?.some(({ path }) => sentFields.some((name) => name === path)) ?? false;
}
