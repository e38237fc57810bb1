// The list of invitations, and the button to create one.
import { Box, Button, Text } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { adminParts } from '#lib/paths.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { invitationsQuery } from './users.queries.ts';

/** `sendsMail`: whether there is a mail server. */
export function Invitations({ sendsMail }: { sendsMail: boolean }) {
  const { t } = useTranslation('users');
  const [isInviting, setInviting] = useState(false);
  return (
    <Section
      heading={t('invitations.heading')}
      lead={t('invitations.lead')}
      anchor={adminParts.invitations.id}
    >
      <Button
        variant="default"
        leftSection={<IconMailPlus size={18} stroke={1.7} />}
        onClick={() => setInviting(true)}
      >
        {t('invitations.create')}
      </Button>
      <InvitationList />
      {isInviting && <InviteDialog sendsMail={sendsMail} onClose={() => setInviting(false)} />}
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
      <Box mt="var(--space-4)">
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      </Box>
    );
  }
  if (query.data.length === 0) {
    return (
      <Text mt="var(--space-4)" c="dimmed">
        {t('invitations.empty')}
      </Text>
    );
  }
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
