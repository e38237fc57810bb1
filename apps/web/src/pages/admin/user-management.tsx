// The User Management tab: accounts and invitations.
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '#admin/site/site.queries.ts';
import { useApi } from '#lib/api-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Invitations } from '#people/users/invitations.tsx';
import { Users } from '#people/users/users.tsx';
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
