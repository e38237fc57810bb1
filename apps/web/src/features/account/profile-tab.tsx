// The Profile tab of the account page: who one is, the password, where one is logged in, the way out for good.

import styles from './account.module.css';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount, type DeleteAccountProps } from './delete-account.tsx';
import { ProfileSection, type ProfileSectionProps } from './profile-section.tsx';
import { Sessions } from './sessions.tsx';

export type ProfileTabProps = ProfileSectionProps & DeleteAccountProps;

export function ProfileTab({ onRenamed, onDeleted }: ProfileTabProps) {
  return (
    <div className={styles.sections}>
      <ProfileSection onRenamed={onRenamed} />
      <ChangePassword />
      <Sessions />
      <DeleteAccount onDeleted={onDeleted} />
    </div>
  );
}
