// Who may fill in the register form: anybody while registration is open, else whoever has an invitation that holds.
// Used by the login page.
import type { Session } from '@cellar/contract/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './asking-in.module.css';
import { invitationQuery } from './invitation.queries.ts';
import type { LoginMode } from './login-state.ts';
import { RegisterForm } from './register-form.tsx';

export interface AskingInProps {
  mode: Exclude<LoginMode, 'login'>;
  email: string;
  onEmailChange(email: string): void;
  invite: string | undefined;
  /** Whether strangers may ask in. */
  isOpen: boolean;
  onRegistered(): void;
  onLogin(session: Session): void;
}

export function AskingIn({ invite, isOpen, ...form }: AskingInProps) {
  const { t } = useTranslation('auth');
  const check = useQuery({ ...invitationQuery(useApi(), invite ?? ''), enabled: invite !== undefined });
  if (invite && check.isPending) return <Skeleton height="16rem" />;
  // Without an answer the invitation goes along, and the server decides.
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
