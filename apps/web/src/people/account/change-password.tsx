import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { useLastError } from '#ui/toasts/use-last-error.ts';
import styles from './account.module.css';
import { profileQuery } from './account.queries.ts';

const fieldNames = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

type Errors = Partial<Record<(typeof fieldNames)[number], string>>;

export function ChangePassword() {
  const { t } = useTranslation('account');
  const [errors, setErrors] = useState<Errors>({});
  const change = useChangePassword((currentPassword) => setErrors({ currentPassword }));
  const [isTyped, setTyped] = useState(false);
  useUnsaved({ isUnsaved: isTyped && !change.isPending, what: t('password.unsaved') });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { currentPassword, newPassword, confirmPassword } = textFieldsOf(form, ...fieldNames);
    const found: Errors = {};
    if (newPassword.length < limits.passwordMin)
      found.newPassword = t('password.tooShort', { min: limits.passwordMin });
    else if (newPassword !== confirmPassword) found.confirmPassword = t('password.mismatch');
    setErrors(found);
    const [wrong] = Object.keys(found);
    if (wrong) return focusField(form, wrong);
    const onSuccess = () => {
      form.reset();
      setTyped(false);
    };
    if (!change.isPending) change.mutate({ currentPassword, newPassword }, { onSuccess });
  };
  return (
    <Section heading={t('password.heading')} lead={t('password.lead')}>
      <form
        className={styles.form}
        onSubmit={handleSubmit}
        onInput={(event) => setTyped(isNewTypedIn(event.currentTarget))}
      >
        <PasswordFields errors={errors} />
        <Button type="submit" className={layout.wide} loading={change.isPending}>
          {t('password.submit')}
        </Button>
      </form>
    </Section>
  );
}

function PasswordFields({ errors }: { errors: Errors }) {
  const { t } = useTranslation('account');
  const field = (name: keyof Errors) => ({
    name,
    error: errors[name],
    maxLength: limits.passwordMax,
    required: true,
  });
  return (
    <>
      <PasswordInput
        {...field('currentPassword')}
        className={layout.wide}
        label={t('password.current')}
        autoComplete="current-password"
      />
      <PasswordInput
        {...field('newPassword')}
        label={t('password.new')}
        description={t('password.hint', { min: limits.passwordMin })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
      />
      <PasswordInput
        {...field('confirmPassword')}
        label={t('password.confirm')}
        autoComplete="new-password"
      />
    </>
  );
}

/**
 * Returns whether a new password was typed. Ignores the current password, which browsers fill in automatically and
 * which costs nothing to lose.
 */
function isNewTypedIn(form: HTMLFormElement): boolean {
  const { newPassword, confirmPassword } = textFieldsOf(form, 'newPassword', 'confirmPassword');
  return newPassword !== '' || confirmPassword !== '';
}

function useChangePassword(onWrongPassword: (message: string) => void) {
  const { t } = useTranslation('account');
  const client = useApi();
  const queryClient = useQueryClient();
  // Kept up to date, for the address that a new password voids.
  useQuery(profileQuery(client));
  const lastError = useLastError();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      client.call(memberApi.changePassword, { body }),
    onMutate: lastError.close,
    onSuccess: async ({ message }) => {
      toast.success(answerText(message, t('password.changed')));
      const { queryKey } = profileQuery(client);
      const email = queryClient.getQueryData(queryKey)?.pendingEmail;
      await queryClient.invalidateQueries({ queryKey: queryKeys.account.all });
      // The member may have confirmed the new address elsewhere in the meantime.
      const fresh = await queryClient.fetchQuery(profileQuery(client)).catch(() => undefined);
      if (email && fresh?.email !== email) toast.warning(t('password.addressVoided', { email }));
    },
    onError: (error) => {
      if (error.code === 'wrong_password') onWrongPassword(errorText(error, t('password.failed')));
      else lastError.remember(toastRefusal(error, t('password.failed')));
    },
  });
}
