import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { textFieldsOf } from '#lib/form-fields.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import styles from './account.module.css';

export interface DeleteAccountProps {
  onDeleted(): void;
}

export function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation('account');
  const [isAsking, setAsking] = useState(false);
  return (
    <Section heading={t('delete.heading')} lead={t('delete.lead')}>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        {t('delete.button')}
      </Button>
      {isAsking && (
        <Dialog heading={t('delete.question')} size="27rem" onClose={() => setAsking(false)}>
          <DeleteForm onDeleted={onDeleted} />
        </Dialog>
      )}
    </Section>
  );
}

function DeleteForm({ onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation('account');
  const client = useApi();
  const remove = useMutation({
    mutationFn: (password: string) => client.call(memberApi.deleteOwnAccount, { body: { password } }),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('delete.done')));
      onDeleted();
    },
    onError: (error) => {
      if (error.code !== 'wrong_password') toastRefusal(error, t('delete.failed'));
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password } = textFieldsOf(event.currentTarget, 'password');
    if (!remove.isPending) remove.mutate(password);
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <p>{t('delete.text')}</p>
      <PasswordInput
        name="password"
        label={t('delete.password')}
        autoComplete="current-password"
        maxLength={limits.passwordMax}
        error={remove.error?.code === 'wrong_password' && errorText(remove.error, t('delete.failed'))}
        data-autofocus
        required
      />
      <Button type="submit" color="red" loading={remove.isPending}>
        {t('delete.confirm')}
      </Button>
    </form>
  );
}
