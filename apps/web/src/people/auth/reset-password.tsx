import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { textFieldsOf } from '#lib/form-fields.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import layout from '#ui/layout.module.css';
import { OutcomePanel, Panel } from '#ui/panel.tsx';
import { toast } from '#ui/toasts/toast.tsx';

type State = 'form' | 'success' | 'invalid';

export function ResetPassword({ token }: { token: string | undefined }) {
  const { t } = useTranslation('recovery');
  const [state, setState] = useState<State>(token ? 'form' : 'invalid');
  if (state === 'success') {
    return (
      <OutcomePanel
        icon={<IconCircleCheck size={26} stroke={1.6} />}
        heading={t('reset.success')}
        text={t('reset.successText')}
      >
        <Button component={Link} to={paths.login} fullWidth>
          {t('reset.toLogin')}
        </Button>
      </OutcomePanel>
    );
  }
  if (!token || state === 'invalid') return <InvalidLink />;
  return <ResetForm token={token} onEnd={setState} />;
}

function InvalidLink() {
  const { t } = useTranslation('recovery');
  return (
    <OutcomePanel
      isError
      icon={<IconLinkOff size={26} stroke={1.6} />}
      heading={t('reset.invalid')}
      text={t('reset.invalidText')}
    >
      <Button component={Link} to={paths.forgotPassword} fullWidth>
        {t('reset.requestNew')}
      </Button>
      <Button component={Link} to={paths.login} variant="default" fullWidth>
        {t('reset.backToLogin')}
      </Button>
    </OutcomePanel>
  );
}

function ResetForm({ token, onEnd }: { token: string; onEnd(state: State): void }) {
  const { t } = useTranslation('recovery');
  const [problem, setProblem] = useState<ReturnType<typeof passwordProblem>>();
  const client = useApi();
  const reset = useMutation({
    mutationFn: (newPassword: string) =>
      client.call(memberApi.resetPassword, { body: { token, newPassword } }),
    onSuccess: () => onEnd('success'),
    onError: (error) => {
      if (error.status === 400) onEnd('invalid');
      else toast.error(error.status === 429 ? errorText(error, t('reset.failed')) : t('reset.failed'));
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { newPassword, confirmPassword } = textFieldsOf(form, 'newPassword', 'confirmPassword');
    const found = passwordProblem(newPassword, confirmPassword);
    setProblem(found);
    if (!found && !reset.isPending) reset.mutate(newPassword);
  };
  const text = problem && t(`reset.${problem}`);
  const field = { autoComplete: 'new-password', maxLength: limits.passwordMax };
  return (
    <Panel heading={t('reset.heading')} lead={t('reset.lead')}>
      <form className={layout.stack4} onSubmit={handleSubmit} noValidate>
        <PasswordInput
          {...field}
          name="newPassword"
          label={t('reset.newPassword')}
          error={problem === 'mismatch' ? undefined : text}
          autoFocus
        />
        <PasswordInput
          {...field}
          name="confirmPassword"
          label={t('reset.confirmPassword')}
          error={problem === 'mismatch' ? text : problem === 'fillAll'}
        />
        <Button type="submit" fullWidth loading={reset.isPending} className={layout.apart2}>
          {t('reset.submit')}
        </Button>
      </form>
    </Panel>
  );
}

function passwordProblem(password: string, confirmation: string) {
  if (password === '' || confirmation === '') return 'fillAll';
  if (password.length < limits.passwordMin) return 'tooShort';
  return password === confirmation ? undefined : 'mismatch';
}
