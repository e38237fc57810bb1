// Shows the register form to visitors with a valid invitation, or to all visitors while registration is open.
import type { Session } from '@cellar/contract/accounts.ts';
import { api } from '@cellar/contract/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './login-form.module.css';
import type { LoginMode } from './login-state.ts';
import { RegisterForm } from './register-form.tsx';

interface RegistrationGateProps {
  mode: Exclude<LoginMode, 'login'>;
  email: string;
  onEmailChange(email: string): void;
  invite: string | undefined;
  /** Whether visitors may register without an invitation. */
  isOpen: boolean;
  onRegistered(): void;
  onLogin(session: Session): void;
}

export function RegistrationGate({ invite, isOpen, ...form }: RegistrationGateProps) {
  const { t } = useTranslation('auth');
  const check = useQuery({ ...invitationQuery(useApi(), invite ?? ''), enabled: invite !== undefined });
  if (invite && check.isPending) return <Skeleton height="16rem" />;
  // If the check fails, the form sends the invitation anyway, and the server decides.
  const isRefused = check.data?.isValid === false;
  const isInvited = invite !== undefined && !isRefused;
  const bound = isInvited ? check.data?.email : undefined;
  return (
    <>
      {isRefused && <Notice kind="error">{t('register.inviteInvalid')}</Notice>}
      {isOpen || isInvited ? (
        <>
          <p className={styles.lead}>{t(isInvited ? 'register.inviteLead' : 'register.lead')}</p>
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

const invitationQuery = (client: ApiClient, invite: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(invite),
    queryFn: ({ signal }) => client.call(api.checkInvitation, { query: { invite }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
