// What the bell shows: a panel below it, or the whole window on phones. New alerts appear at the top while it is open.

import type { Alert } from '@cellar/contract/messages/alerts.endpoints.ts';
import { countedAlerts } from '@cellar/contract/messages/rules/alerts.ts';
import { Button, CloseButton, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconDownloadOff,
  IconMessage2,
  IconSparkles,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type CSSProperties, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAgo } from '#lib/format.ts';
import { adminParts, gamePath, paths, requestPath, toolsPath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import layout from '#ui/layout.module.css';
import styles from './alert-panel.module.css';
import { alertsQuery, useClearAlerts, useReadAlerts } from './alerts.queries.ts';

export interface AlertPanelProps {
  /** The panel is below it. */
  button: RefObject<HTMLElement | null>;
  onClose(): void;
}

export function AlertPanel({ button, onClose }: AlertPanelProps) {
  const { t } = useTranslation('alerts');
  const { t: tCommon } = useTranslation();
  const query = useInfiniteQuery(alertsQuery(useApi()));
  const alerts = query.data?.pages.flatMap((page) => page.alerts);
  const unread = query.data?.pages[0]?.unread ?? 0;
  const [right] = useState(() => rightOf(button.current));
  return (
    <ModalDialog isOpen label={t('heading')} className={styles.dialog} onClose={onClose}>
      <div ref={keepFocus} className={styles.card} style={{ '--panel-right': right } as CSSProperties}>
        <div className={styles.head}>
          <h2 className={styles.heading}>{t('heading')}</h2>
          <p className={styles.unread} role="status">
            {unread > 0 && t('unread', { count: unread })}
          </p>
          <CloseButton aria-label={tCommon('close')} onClick={onClose} data-autofocus />
        </div>
        {alerts && alerts.length > 0 && <Actions alerts={alerts} hasUnread={unread > 0} />}
        <div className={styles.body}>
          {alerts ? (
            <List alerts={alerts} onClose={onClose} />
          ) : query.isError ? (
            <LoadFailed title={t('loadFailed')} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton height="12rem" />
          )}
          {query.hasNextPage && (
            <Button
              variant="subtle"
              fullWidth
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('earlier')}
            </Button>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}

/** The distance from the right edge of the window at which the panel ends below the button. */
function rightOf(button: HTMLElement | null): string {
  const { clientWidth } = document.documentElement;
  return `${clientWidth - (button?.getBoundingClientRect().right ?? clientWidth)}px`;
}

function Actions({ alerts, hasUnread }: { alerts: Alert[]; hasUnread: boolean }) {
  const { t } = useTranslation('alerts');
  const read = useReadAlerts();
  const clear = useClearAlerts();
  const through = alerts[0]?.createdAt ?? '';
  return (
    <div className={styles.actions}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!hasUnread}
        loading={read.isPending}
        onClick={() => read.mutate({ through })}
      >
        {t('readAll')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        // Waiting accounts disappear only when nobody waits.
        disabled={!hasUnread && alerts.every(({ kind }) => kind === 'approval_waiting')}
        loading={clear.isPending}
        onClick={() => clear.mutate(through)}
      >
        {t('clear')}
      </Button>
    </div>
  );
}

function List({ alerts, onClose }: { alerts: Alert[]; onClose(): void }) {
  const { t } = useTranslation('alerts');
  const read = useReadAlerts();
  if (alerts.length === 0) {
    return (
      <StateMessage
        icon={<IconBell size={32} stroke={1.4} />}
        title={t('empty.title')}
        text={t('empty.text')}
        heading="h3"
      />
    );
  }
  const handleFollow = ({ _id, createdAt, readAt }: Alert) => {
    if (readAt === null) read.mutate({ through: createdAt, ids: [_id] });
    onClose();
  };
  return (
    <ul className={styles.list}>
      {alerts.map((alert) => (
        <li key={alert._id}>
          <AlertEntry alert={alert} onFollow={() => handleFollow(alert)} />
        </li>
      ))}
    </ul>
  );
}

const icons: Record<Alert['kind'], Icon> = {
  new_games: IconSparkles,
  request_answered: IconMessage2,
  download_broke: IconDownloadOff,
  approval_waiting: IconUserPlus,
  contribution_waiting: IconUpload,
  contribution_answered: IconUpload,
  upload_failed: IconUpload,
  backup_failed: IconAlertTriangle,
  storage_low: IconAlertTriangle,
  threat_found: IconAlertTriangle,
};

/** One alert: what has happened, when, and a link to it. */
function AlertEntry({ alert, onFollow }: { alert: Alert; onFollow(): void }) {
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
        <span className={layout.small}>
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
  if (kind === 'upload_failed') return t('uploadsStopped', { count: data.count });
  if (kind === 'backup_failed') return t('backupFailed');
  if (kind === 'storage_low') return t(`storageLow.${data.part}`);
  if (kind === 'threat_found') return t('threats', { count: data.count });
  if (kind === 'contribution_answered') return t(`contribution.${data.state}`, { title: data.title });
  if (kind === 'request_answered') return t(`request.${data.state}`, { title: data.title });
  const file = [data.extraName ?? data.platform].filter(Boolean).join();
  return file ? t('download', { title: data.title, file }) : t('downloadOfAll', { title: data.title });
}

function placeOf({ kind, data }: Alert): string {
  if (kind === 'new_games') return `${paths.games}?added=new&sort=recentlyAddedDesc`;
  if (kind === 'approval_waiting') return `${paths.admin}?tab=users`;
  if (kind === 'upload_failed') return paths.currentUploads;
  if (kind === 'backup_failed') return adminParts.backups.path;
  if (kind === 'storage_low') return toolsPath('storage');
  if (kind === 'threat_found') return toolsPath('files');
  if (kind === 'contribution_waiting') return adminParts.contributions.path;
  if (kind === 'contribution_answered')
    return data.gameId === null ? paths.contribute : gamePath(data.gameId);
  if (kind === 'download_broke') return paths.home;
  return data.gameId === null ? requestPath(data.requestId) : gamePath(data.gameId);
}
