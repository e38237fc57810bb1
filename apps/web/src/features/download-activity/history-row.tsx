// One entry of the member's history, and the way to take it out.
import { api } from '@cellar/contract/api.ts';
import type { OwnActivity } from '@cellar/contract/download-activity.ts';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#app/paths.ts';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './activity-list.module.css';
import { StatusBadge } from './status-badge.tsx';

/** A platform file of a game that is still there. */
export interface DownloadedFile {
  gameId: string;
  title: string;
  platform: string;
}

export interface HistoryRowProps {
  activity: OwnActivity;
  onDownload(file: DownloadedFile): void;
  onDeleted(): void;
}

export function HistoryRow({ activity, onDownload, onDeleted }: HistoryRowProps) {
  const { t, i18n } = useTranslation('myDownloads');
  const remove = useDelete(activity._id, onDeleted);
  const { gameTitle: title, platform, game, downloadStatus, bytesSent, fileSize, isCancelled } = activity;
  const { isHandedOver } = activity;
  const isWhole = downloadStatus === 'completed';
  const label = isCancelled
    ? t('history.cancelled')
    : isHandedOver && isWhole
      ? t('history.handedOver')
      : t(`history.status.${downloadStatus}`);
  const [sent, size] = [bytesSent, fileSize].map((bytes) => formatSize(bytes, i18n.language));
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
      badges={
        <StatusBadge
          status={downloadStatus}
          label={label}
          isHandedOver={isHandedOver}
          isCancelled={isCancelled}
        />
      }
      facts={
        <>
          <span>{platform}</span>
          <span>{isWhole || isHandedOver ? size : t('history.partial', { sent, size })}</span>
          <time dateTime={activity.downloadedAt}>{formatMoment(activity.downloadedAt, i18n.language)}</time>
          {isHandedOver && !isWhole && <span>{t('history.handedOverPart')}</span>}
        </>
      }
      actions={
        downloadStatus !== 'in_progress' && (
          <>
            {game && (
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('history.againOf', { title, platform })}
                title={t('history.again')}
                onClick={() => onDownload({ gameId: game._id, title: game.title, platform })}
              >
                <IconDownload size={18} stroke={1.7} />
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              size="lg"
              color="red"
              aria-label={t('history.deleteOf', { title, platform })}
              title={t('history.delete')}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
          </>
        )
      }
    />
  );
}

function useDelete(id: string, onDeleted: () => void) {
  const { t } = useTranslation('myDownloads');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(api.deleteActivity, { params: { id } }),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('history.deleted')));
      onDeleted();
    },
    onError: () => toast.error(t('history.deleteFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.activity.all }),
  });
}
