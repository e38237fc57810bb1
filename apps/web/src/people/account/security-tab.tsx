// What a member logs in with, and where. Also what programs log in with.
import { grantableScopes } from '@cellar/contract/people/rules/token-scopes.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/api-context.ts';
import styles from './account.module.css';
import { profileQuery } from './account.queries.ts';
import { ApiTokens } from './api-tokens/api-tokens.tsx';
import { ChangePassword } from './change-password.tsx';
import { LinkedLogins } from './linked-logins.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { SetPassword } from './set-password.tsx';
import { TwoStepLogin, type TwoStepLoginProps } from './two-step/two-step-login.tsx';

export type SecurityTabProps = Omit<TwoStepLoginProps, 'hasPassword'> & {
  isAdmin: boolean;
  isContributor: boolean;
};

export function SecurityTab({ isAdmin, isContributor, ...twoStep }: SecurityTabProps) {
  const { data } = useQuery(profileQuery(useApi()));
  const hasPassword = data?.hasPassword !== false;
  return (
    <div className={styles.sections}>
      {hasPassword ? <ChangePassword /> : <SetPassword email={data.email} />}
      <Passkeys hasPassword={hasPassword} />
      <LinkedLogins hasPassword={hasPassword} />
      <TwoStepLogin {...twoStep} hasPassword={hasPassword} />
      <Sessions />
      <ApiTokens scopes={grantableScopes({ isAdmin, isContributor })} hasPassword={hasPassword} />
    </div>
  );
}
