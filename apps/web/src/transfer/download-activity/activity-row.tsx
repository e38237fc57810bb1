import type { OwnActivity } from '@cellar/contract/transfer/download-activity.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoment } from '#lib/format-time.ts';
import { gamePath } from '#lib/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import styles from './activity-row.module.css';

type Shown =
  | 'gameTitle'
  | 'platform'
  | 'extra'
  | 'singleFile'
  | 'game'
  | 'downloadStatus'
  | 'downloadedAt'
  | 'isHandedOver';

interface ActivityRowProps {
  activity: Pick<OwnActivity, Shown>;
  status: string;
  /** Shows a canceled download in a neutral color, because it is not a failure. */
  isCancelled?: boolean;
  detail?: ReactNode;
  size: ReactNode;
  /** The facts shown after the time. */
  children: ReactNode;
  actions?: ReactNode;
}

const tones = { completed: 'good', failed: 'bad', in_progress: 'info' } as const;

/** An entry of the member's history or of the admin's log. */
export function ActivityRow({ activity, status, isCancelled, size, children, ...row }: ActivityRowProps) {
  const { i18n } = useTranslation();
  const {
    gameTitle: title,
    platform,
    extra,
    singleFile,
    game,
    downloadStatus,
    downloadedAt,
    isHandedOver,
  } = activity;
  // If a proxy sends the file, the server does not know whether the download completed.
  const tone: BadgeTone = isHandedOver && downloadStatus === 'completed' ? 'info' : tones[downloadStatus];
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
      badges={<Badge tone={isCancelled ? 'neutral' : tone}>{status}</Badge>}
      facts={
        <>
          {singleFile && <span>{singleFile.name}</span>}
          {extra && <span>{extra.name}</span>}
          {platform && <span>{platform}</span>}
          <span>{size}</span>
          <time dateTime={downloadedAt}>{formatMoment(downloadedAt, i18n.language)}</time>
          {children}
        </>
      }
      {...row}
    />
  );
}
