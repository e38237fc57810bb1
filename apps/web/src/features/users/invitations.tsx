// Invitations: the list, and the way to make one. Used by the User Management tab.
import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { InvitationRow } from './invitation-row.tsx';
import styles from './invitations.module.css';
import { InviteDialog } from './invite-dialog.tsx';
import { invitationsQuery } from './users.queries.ts';

export function Invitations() {
  const { t } = useTranslation('users');
  const [isInviting, setInviting] = useState(false);
  return (
    <Section heading={t('invitations.heading')} lead={t('invitations.lead')}>
      <Button
        variant="default"
        leftSection={<IconMailPlus size={18} stroke={1.7} />}
        onClick={() => setInviting(true)}
      >
        {t('invitations.create')}
      </Button>
      <InvitationList />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Section>
  );
}

function InvitationList() {
  const { t } = useTranslation('users');
  const query = useQuery(invitationsQuery(useApi()));
  if (query.isPending) {
    return (
      <div className={entries.loading} role="status" aria-label={t('invitations.loading')}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </div>
    );
  }
  if (!query.data) {
    return (
      <div className={styles.state}>
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (query.data.length === 0) return <p className={styles.empty}>{t('invitations.empty')}</p>;
  return (
    <ul className={entries.list} aria-label={t('invitations.heading')}>
      {query.data.map((invitation) => (
        <li key={invitation._id}>
          <InvitationRow invitation={invitation} />
        </li>
      ))}
    </ul>
  );
}
