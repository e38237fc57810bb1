import { api } from '@cellar/contract/api.ts';
import type { OwnActivity } from '@cellar/contract/download-activity.ts';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { ActivityRow } from './activity-row.tsx';

interface DownloadedFile {
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
  const { gameTitle: title, platform, game, downloadStatus, isCancelled, isHandedOver } = activity;
  const isWhole = downloadStatus === 'completed';
  const status = isCancelled
    ? t('history.cancelled')
    : isHandedOver && isWhole
      ? t('history.handedOver')
      : t(`history.status.${downloadStatus}`);
  const sent = formatSize(activity.bytesSent, i18n.language);
  const size = formatSize(activity.fileSize, i18n.language);
  return (
    <ActivityRow
      activity={activity}
      status={status}
      isCancelled={isCancelled}
      size={isWhole || isHandedOver ? size : t('history.partial', { sent, size })}
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
    >
      {isHandedOver && !isWhole && <span>{t('history.handedOverPart')}</span>}
    </ActivityRow>
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
