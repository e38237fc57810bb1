// Sends the verification link once more. Shown by the login form to who has not confirmed the address yet.
import { api } from '@cellar/contract/api.ts';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './login-form.module.css';

export function ResendVerification({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const client = useApi();
  const resend = useMutation({
    mutationFn: () => client.call(api.resendVerification, { body: { email } }),
    onSuccess: ({ message }) => toast.success(answerText(message, t('login.resent'))),
    onError: (error) => toast.error(errorText(error, t('failed'))),
  });
  return (
    <div className={styles.again}>
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
