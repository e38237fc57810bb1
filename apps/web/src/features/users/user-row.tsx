import type { ListedUser } from '@cellar/contract/accounts.ts';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatDate } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { UserActions } from './user-actions.tsx';

export interface UserRowProps {
  user: ListedUser;
  isOwn: boolean;
}

export function UserRow({ user, isOwn }: UserRowProps) {
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
      {user.isApproved ? (
        <Badge tone="good">{t('badges.approved')}</Badge>
      ) : (
        <Badge tone="accent">{t('badges.pending')}</Badge>
      )}
      {!user.isVerified && !user.isAdmin && <Badge>{t('badges.unverified')}</Badge>}
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
