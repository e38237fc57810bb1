// One alert: what has happened, when, and a link to it.
import type { Alert } from '@cellar/contract/messages/alerts.ts';
import { countedAlerts } from '@cellar/contract/messages/rules/alerts.ts';
import { VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconDownloadOff,
  IconMessage2,
  IconSparkles,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAgo } from '#lib/format.ts';
import { adminParts, adminTabPath, gamePath, paths, requestPath } from '#lib/paths.ts';
import styles from './alert-entry.module.css';

const icons: Record<Alert['kind'], Icon> = {
  new_games: IconSparkles,
  request_answered: IconMessage2,
  download_broke: IconDownloadOff,
  approval_waiting: IconUserPlus,
  contribution_waiting: IconUpload,
  contribution_answered: IconUpload,
};

export function AlertEntry({ alert, onFollow }: { alert: Alert; onFollow(): void }) {
  const { t, i18n } = useTranslation('alerts');
  const text = useAlertText(alert);
  const Sign = icons[alert.kind];
  return (
    <Link
      to={placeOf(alert)}
      className={styles.entry}
      data-unread={alert.readAt === null || undefined}
      onClick={onFollow}
    >
      <Sign size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <span className={styles.what}>
        {alert.readAt === null && <VisuallyHidden>{t('isUnread')} </VisuallyHidden>}
        <span className={styles.text}>{text}</span>
        <span className={styles.note}>
          {alert.kind === 'download_broke' && `${t('resume')} · `}
          {formatAgo(alert.createdAt, i18n.language)}
        </span>
      </span>
    </Link>
  );
}

function useAlertText({ kind, data }: Alert): string {
  const { t } = useTranslation('alerts');
  if (kind === 'new_games') {
    const { count } = data;
    return count < countedAlerts ? t('newGames', { count }) : t('manyNewGames', { most: countedAlerts - 1 });
  }
  if (kind === 'approval_waiting') {
    const { count } = data;
    return count < countedAlerts ? t('waiting', { count }) : t('manyWaiting', { most: countedAlerts - 1 });
  }
  if (kind === 'contribution_waiting') {
    const { count } = data;
    return count < countedAlerts
      ? t('contributions', { count })
      : t('manyContributions', { most: countedAlerts - 1 });
  }
  if (kind === 'contribution_answered') return t(`contribution.${data.state}`, { title: data.title });
  if (kind === 'request_answered') return t(`request.${data.state}`, { title: data.title });
  const file = [data.extraName ?? data.platform].filter(Boolean).join();
  return file ? t('download', { title: data.title, file }) : t('downloadOfAll', { title: data.title });
}

function placeOf({ kind, data }: Alert): string {
  if (kind === 'new_games') return `${paths.games}?added=new&sort=recentlyAddedDesc`;
  if (kind === 'approval_waiting') return adminTabPath('users');
  if (kind === 'contribution_waiting') return adminParts.contributions.path;
  if (kind === 'contribution_answered')
    return data.gameId === null ? paths.contribute : gamePath(data.gameId);
  if (kind === 'download_broke') return paths.home;
  return data.gameId === null ? requestPath(data.requestId) : gamePath(data.gameId);
}
