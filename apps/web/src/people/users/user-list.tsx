import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import type { ListedUser } from '@cellar/contract/people/accounts.ts';
import { Box, Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatDate } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { UserActions } from './user-actions.tsx';
import styles from './user-list.module.css';

export interface UserListProps {
  query: UseQueryResult<ResponseOf<typeof adminApi.listUsers>>;
  ownId: string;
  onReset(): void;
}

export function UserList({ query, ownId, onReset }: UserListProps) {
  const { t } = useTranslation('users');
  if (query.isPending) return <LoadingRows />;
  if (!query.data)
    return (
      <LoadFailed
        heading="h3"
        title={t('loadFailedTitle')}
        text={t('loadFailed')}
        onRetry={() => void query.refetch()}
      />
    );
  const { users } = query.data;
  if (users.length === 0) {
    return (
      <StateMessage
        icon={<IconUsersGroup size={30} stroke={1.5} />}
        heading="h3"
        title={t('empty.title')}
        text={t('empty.text')}
      >
        <Button variant="default" onClick={onReset}>
          {t('empty.reset')}
        </Button>
      </StateMessage>
    );
  }
  return (
    <ul className={entries.list} aria-label={t('list')} aria-busy={query.isPlaceholderData}>
      {users.map((user) => (
        <li key={user._id}>
          <UserRow user={user} isOwn={user._id === ownId} />
        </li>
      ))}
    </ul>
  );
}

function LoadingRows() {
  const { t } = useTranslation('users');
  return (
    <Box mt="var(--space-4)" role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className={styles.skeleton}>
          <Skeleton width="min(14rem, 60%)" />
          <Skeleton width="min(20rem, 85%)" height="0.85em" />
        </div>
      ))}
    </Box>
  );
}

interface UserRowProps {
  user: ListedUser;
  isOwn: boolean;
}

function UserRow({ user, isOwn }: UserRowProps) {
  return (
    <ListRow
      name={<h3>{user.name}</h3>}
      badges={<UserBadges user={user} isOwn={isOwn} />}
      detail={user.email}
      facts={<UserTimes user={user} />}
      actions={<UserActions user={user} isOwn={isOwn} />}
    />
  );
}

function UserBadges({ user, isOwn }: UserRowProps) {
  const { t } = useTranslation('users');
  return (
    <>
      {isOwn && <Badge>{t('badges.you')}</Badge>}
      {user.isAdmin && <Badge tone="info">{t('badges.admin')}</Badge>}
      {user.isContributor && <Badge tone="info">{t('badges.contributor')}</Badge>}
      {user.isApproved ? (
        <Badge tone="good">{t('badges.approved')}</Badge>
      ) : (
        <Badge tone="accent">{t('badges.pending')}</Badge>
      )}
      {!user.isVerified && !user.isAdmin && <Badge>{t('badges.unverified')}</Badge>}
      {user.hasSecondFactor && <Badge tone="info">{t('badges.secondFactor')}</Badge>}
      {user.isSuspended && <Badge tone="bad">{t('badges.suspended')}</Badge>}
    </>
  );
}

function UserTimes({ user: { createdAt, lastSeenAt } }: { user: ListedUser }) {
  const { t, i18n } = useTranslation('users');
  return (
    <>
      <time dateTime={createdAt} title={formatMoment(createdAt, i18n.language)}>
        {t('joined', { date: formatDate(createdAt, i18n.language) })}
      </time>
      {lastSeenAt ? (
        <time dateTime={lastSeenAt} title={formatMoment(lastSeenAt, i18n.language)}>
          {t('lastSeen', { ago: formatAgo(lastSeenAt, i18n.language) })}
        </time>
      ) : (
        <span>{t('neverSeen')}</span>
      )}
    </>
  );
}
