// The User Management tab: accounts and invitations.
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#features/auth/session-context.ts';
import { siteQuery } from '#features/site/site.queries.ts';
import { Invitations } from '#features/users/invitations.tsx';
import { Users } from '#features/users/users.tsx';
import { useApi } from '#lib/api-context.ts';
import styles from './tab.module.css';

export function UserManagement() {
  const ownId = useSession()?._id ?? '';
  const { sendsMail = true } = useQuery(siteQuery(useApi())).data ?? {};
  return (
    <div className={styles.tab}>
      <Users ownId={ownId} />
      <Invitations sendsMail={sendsMail} />
    </div>
  );
}
