import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconLoader2, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { paths } from '#lib/paths.ts';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { OutcomePanel } from '#ui/feedback/outcome-panel.tsx';
import type { LoginState } from './login-state.ts';
import { useSession } from './session-context.ts';
import { verificationQuery } from './verification.ts';

export interface EmailVerificationProps {
  token: string;
  /** Must be the same function in every render. */
  onVerified(): void;
}

export function EmailVerification({ token, onVerified }: EmailVerificationProps) {
  const { t } = useTranslation(['recovery', 'downloads']);
  const query = useQuery(verificationQuery(useApi(), token));
  if (query.data === 'success') return <Verified onVerified={onVerified} />;
  if (query.data === 'error') return <Unverified state="error" />;
  if (query.isError) {
    const isProxy = query.error.status >= 500;
    return (
      <OutcomePanel
        isError
        icon={<IconPlugConnectedX size={26} stroke={1.6} />}
        heading={t('verify.error')}
        text={errorText(query.error, t(isProxy ? 'downloads:errors.unavailable' : 'verify.noAnswer'))}
      >
        <RetryButton fullWidth loading={query.isFetching} onClick={() => void query.refetch()} />
      </OutcomePanel>
    );
  }
  return (
    <OutcomePanel
      icon={<IconLoader2 size={26} stroke={1.6} />}
      heading={t('verify.verifying')}
      text={t('verify.verifyingText')}
    />
  );
}

/** `error`: the server refuses the link. `invalid`: the page was opened without one. */
export function Unverified({ state }: { state: 'error' | 'invalid' }) {
  const { t } = useTranslation('recovery');
  return (
    <OutcomePanel
      isError
      icon={<IconLinkOff size={26} stroke={1.6} />}
      heading={t(`verify.${state}`)}
      text={t(`verify.${state}Text`)}
    >
      <LoginLink />
    </OutcomePanel>
  );
}

function Verified({ onVerified }: Pick<EmailVerificationProps, 'onVerified'>) {
  const { t } = useTranslation('recovery');
  const navigate = useNavigate();
  const isMember = useSession() !== undefined;
  const message = t('verify.next');
  // A member has only confirmed a new address.
  const state = useMemo(() => (isMember ? undefined : { message, isNew: true }), [isMember, message]);
  useEffect(() => onVerified(), [onVerified]);
  useEffect(() => {
    // The link works only once, so Back does not lead to it.
    const go = () => void navigate(paths.login, { state, replace: true });
    const timer = setTimeout(go, limits.verificationRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, state]);
  return (
    <OutcomePanel
      icon={<IconCircleCheck size={26} stroke={1.6} />}
      heading={t('verify.success')}
      // New accounts may still wait for an admin.
      text={isMember ? t('verify.successText') : message}
    >
      <LoginLink state={state} />
    </OutcomePanel>
  );
}

function LoginLink({ state }: { state?: LoginState | undefined }) {
  const { t } = useTranslation('recovery');
  return (
    <Button component={Link} to={paths.login} state={state} replace fullWidth>
      {t('verify.toLogin')}
    </Button>
  );
}
