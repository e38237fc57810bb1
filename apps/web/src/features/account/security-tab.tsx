// What a member logs in with, and where. Also what programs log in with.
import styles from './account.module.css';
import { ApiTokens } from './api-tokens/api-tokens.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { TwoStepLogin, type TwoStepLoginProps } from './two-step/two-step-login.tsx';

export function SecurityTab({ isAdmin, ...twoStep }: TwoStepLoginProps & { isAdmin: boolean }) {
  return (
    <div className={styles.sections}>
      <ChangePassword />
      <Passkeys />
      <TwoStepLogin {...twoStep} />
      <Sessions />
      <ApiTokens isAdmin={isAdmin} />
    </div>
  );
}
