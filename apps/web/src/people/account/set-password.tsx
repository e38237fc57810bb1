// For accounts that a login provider has made: lets their owner set a password with a mailed link.
import { memberApi } from '@cellar/contract/member-api.ts';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';

export function SetPassword({ email }: { email: string }) {
  const { t } = useTranslation(['oidc', 'account']);
  const client = useApi();
  const send = useMutation({
    mutationFn: () => client.call(memberApi.forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('setPassword.sent', { email })),
    onError: (error) => toastRefusal(error, t('setPassword.failed')),
  });
  return (
    <Section heading={t('account:password.heading')} lead={t('setPassword.lead')}>
      <Button
        variant="default"
        leftSection={<IconMail size={18} stroke={1.7} />}
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {t('setPassword.send')}
      </Button>
    </Section>
  );
}
