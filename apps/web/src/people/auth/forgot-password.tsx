import { memberApi } from '@cellar/contract/member-api.ts';
import { Button, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import layout from '#ui/layout.module.css';
import { OutcomePanel, Panel } from '#ui/panel.tsx';
import { toast } from '#ui/toasts/toast.tsx';

const simplePattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** `sendsMail`: whether there is a mail server. */
export function ForgotPassword({ sendsMail }: { sendsMail: boolean }) {
  const { t } = useTranslation(['recovery', 'auth']);
  const [sentTo, setSentTo] = useState<string>();
  const [isAsking, setAsking] = useState(true);
  const handleSent = (email: string) => {
    setSentTo(email);
    setAsking(false);
  };
  if (isAsking) return <ForgotForm email={sentTo} onSent={handleSent} />;
  return (
    <OutcomePanel
      icon={<IconMailCheck size={26} stroke={1.6} />}
      heading={t('forgot.sent')}
      text={t('forgot.sentText', { email: sentTo ?? '' })}
      hint={t(sendsMail ? 'forgot.sentHint' : 'auth:noMail')}
    >
      <Button component={Link} to={paths.login} fullWidth>
        {t('forgot.backToLogin')}
      </Button>
      <Button variant="default" fullWidth onClick={() => setAsking(true)}>
        {t('forgot.another')}
      </Button>
    </OutcomePanel>
  );
}

function ForgotForm({ email, onSent }: { email: string | undefined; onSent(email: string): void }) {
  const { t } = useTranslation('recovery');
  const client = useApi();
  const [problem, setProblem] = useState<'empty' | 'malformed'>();
  const forgot = useMutation({
    mutationFn: (email: string) => client.call(memberApi.forgotPassword, { body: { email } }),
    onSuccess: ({ resetTokenSent }, email) => resetTokenSent && onSent(email),
    onError: (error) =>
      toast.error(error.status === 429 ? errorText(error, t('forgot.failed')) : t('forgot.failed')),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = textFieldsOf(form, 'email').email.trim();
    const found = email === '' ? 'empty' : simplePattern.test(email) ? undefined : 'malformed';
    setProblem(found);
    if (found) focusField(form, 'email');
    else if (!forgot.isPending) forgot.mutate(email);
  };
  return (
    <Panel heading={t('forgot.heading')} lead={t('forgot.lead')}>
      <form className={layout.stack4} onSubmit={handleSubmit} noValidate>
        <TextInput
          name="email"
          type="email"
          label={t('forgot.email')}
          defaultValue={email ?? ''}
          autoComplete="username"
          error={problem && t(`forgot.${problem}`)}
          autoFocus
        />
        <Button type="submit" fullWidth loading={forgot.isPending} className={layout.apart2}>
          {t('forgot.submit')}
        </Button>
        <Button component={Link} to={paths.login} variant="subtle" fullWidth>
          {t('forgot.backToLogin')}
        </Button>
      </form>
    </Panel>
  );
}
