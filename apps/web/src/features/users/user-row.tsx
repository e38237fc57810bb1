// One account of the list: who it is, in what state, and what an admin can do with it.
import type { ListedUser } from '@cellar/contract/accounts.ts';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatDate } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';
import { Badge } from '#ui/badge.tsx';
import { UserActions } from './user-actions.tsx';
import styles from './user-row.module.css';

export interface UserRowProps {
  user: ListedUser;
  isOwn: boolean;
}

export function UserRow({ user, isOwn }: UserRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.who}>
        <div className={styles.head}>
          <h3 className={styles.name}>{user.name}</h3>
          <UserBadges user={user} isOwn={isOwn} />
        </div>
        <p className={styles.email}>{user.email}</p>
        <UserTimes user={user} />
      </div>
      <UserActions user={user} isOwn={isOwn} />
    </div>
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
    <p className={styles.times}>
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
    </p>
  );
}
