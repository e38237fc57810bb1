import type { OwnActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoment } from '#lib/format.ts';
import { gamePath } from '#lib/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import entries from '#ui/lists/entry-list.module.css';
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
  /** The member, in the admin's log. */
  who?: string;
  size: ReactNode;
  /** The facts shown after the time. */
  children: ReactNode;
  actions?: ReactNode;
}

const tones = { completed: 'good', failed: 'bad', in_progress: 'info' } as const;

/** An entry of the member's history or of the admin's log. */
export function ActivityRow({
  activity,
  status,
  isCancelled,
  who,
  size,
  children,
  actions,
}: ActivityRowProps) {
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
          {who && <span className={styles.who}>{who}</span>}
          {singleFile && <span>{singleFile.name}</span>}
          {extra && <span>{extra.name}</span>}
          {platform && <span>{platform}</span>}
          <span>{size}</span>
          <time dateTime={downloadedAt}>{formatMoment(downloadedAt, i18n.language)}</time>
          {children}
        </>
      }
      actions={actions}
    />
  );
}

interface ActivityStatesProps {
  query: UseQueryResult<unknown>;
  /** Names the data that is loading. */
  label: string;
  failedTitle: string;
  failedText: string;
}

/** Shown instead of activity that is loading or could not be loaded. */
export function ActivityStates({ query, label, failedTitle, failedText }: ActivityStatesProps) {
  if (query.isPending) {
    return (
      <div className={entries.loading} role="status" aria-label={label}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="4rem" />
        ))}
      </div>
    );
  }
  if (!query.isError || query.data) return null;
  return (
    <LoadFailed heading="h3" title={failedTitle} text={failedText} onRetry={() => void query.refetch()} />
  );
}
