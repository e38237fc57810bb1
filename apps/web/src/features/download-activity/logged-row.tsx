// One download of the admin's log: which game, when, whose, how it ended, how large.
import type { LoggedActivity } from '@cellar/contract/download-activity.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#app/paths.ts';
import { formatMegabytes, formatSize } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import styles from './activity-list.module.css';
import { StatusBadge } from './status-badge.tsx';

export function LoggedRow({ activity }: { activity: LoggedActivity }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const {
    gameTitle: title,
    platform,
    game,
    user,
    downloadStatus,
    bytesSent,
    fileSize,
    isCancelled,
    isHandedOver,
  } = activity;
  const isWhole = downloadStatus === 'completed';
  const label = isHandedOver && isWhole ? t('handedOver') : t(`status.${downloadStatus}`);
  return (
    <ListRow
      isNarrow
      spacing="tight"
      lead={
        <div className={styles.cover}>
          <Cover title={title} url={game?.boxArtUrl ?? null} thumbhash={game?.boxArtThumbhash ?? null} />
        </div>
      }
      name={<h3 className={styles.title}>{game ? <Link to={gamePath(game._id)}>{title}</Link> : title}</h3>}
      badges={<StatusBadge status={downloadStatus} label={label} isHandedOver={isHandedOver} />}
      detail={user ? `${user.name} · ${user.email}` : t('unknown')}
      facts={
        <>
          <span>{platform}</span>
          <span>{formatMegabytes(fileSize, i18n.language)}</span>
          <time dateTime={activity.downloadedAt}>{formatMoment(activity.downloadedAt, i18n.language)}</time>
          {!isWhole && !isHandedOver && (
            <span>{t('sent', { sent: formatSize(bytesSent, i18n.language) })}</span>
          )}
          {isHandedOver && !isWhole && <span>{t('handedOverPart')}</span>}
          {isCancelled && <span>{t('cancelled')}</span>}
        </>
      }
    />
  );
}
