// The User Management tab: accounts and invitations.
import { useSession } from '#features/auth/session-context.ts';
import { Invitations } from '#features/users/invitations.tsx';
import { Users } from '#features/users/users.tsx';
import styles from './tab.module.css';

export function UserManagement() {
  const ownId = useSession()?._id ?? '';
  return (
    <div className={styles.tab}>
      <Users ownId={ownId} />
      <Invitations />
    </div>
  );
}
