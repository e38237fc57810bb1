import { memberApi } from '@cellar/contract/member-api.ts';
import type { MyActivity, OwnActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { answerText } from '#i18n/error-text.ts';
import { formatSize } from '#lib/format.ts';
import { accountTabPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { historyQuery } from './activity.queries.ts';
import { ActivityRow, ActivityStates } from './activity-row.tsx';

const readPage = (params: URLSearchParams) => ({ page: pageOf(params) });

export function DownloadHistory({ onDownload }: Pick<HistoryRowProps, 'onDownload'>) {
  const { t } = useTranslation('myDownloads');
  const {
    filter: { page },
    change,
  } = useUrlFilter(readPage);
  const query = useQuery(historyQuery(useApi(), page));
  const totalPages = query.data?.totalPages ?? 1;
  useLastPage({
    page,
    totalPages: query.isPlaceholderData ? undefined : query.data?.totalPages,
    onPage: (last) => change({ page: last }),
  });
  return (
    <Section heading={t('history.heading')}>
      <ActivityStates
        query={query}
        label={t('history.loading')}
        failedTitle={t('history.loadFailedTitle')}
        failedText={t('history.loadFailed')}
      />
      {query.data && (
        <HistoryList
          history={query.data}
          isOld={query.isPlaceholderData}
          onDownload={onDownload}
          onCleared={() => change({ page: 1 })}
          onEmptied={() => change({ page: Math.max(1, page - 1) })}
        />
      )}
      <Pager
        page={page}
        totalPages={totalPages}
        label={t('history.pager.label')}
        onPage={(next) => change({ page: next }, { replace: false })}
      />
    </Section>
  );
}

interface HistoryListProps {
  history: MyActivity;
  isOld: boolean;
  onDownload: HistoryRowProps['onDownload'];
  onCleared(): void;
  /** Called when the last entry of the page was deleted. */
  onEmptied(): void;
}

function HistoryList({ history, isOld, onDownload, onCleared, onEmptied }: HistoryListProps) {
  const { t } = useTranslation('myDownloads');
  const { activities, retention, total } = history;
  return (
    <>
      <Group justify="space-between" gap="var(--space-3)">
        <Text c="dimmed" fz="var(--text-2)">
          {t('history.lead', { count: retention })}{' '}
          <Link to={`${accountTabPath('preferences')}#download-history`}>{t('history.change')}</Link>
        </Text>
        {total > 0 && <ClearHistory onCleared={onCleared} />}
      </Group>
      {total === 0 ? (
        <p className={layout.dim}>{t('history.emptyTitle')}</p>
      ) : (
        <ul className={entries.list} aria-label={t('history.list')} aria-busy={isOld}>
          {activities.map((activity) => (
            <li key={activity._id}>
              <HistoryRow
                activity={activity}
                onDownload={onDownload}
                onDeleted={() => activities.length === 1 && onEmptied()}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ClearHistory({ onCleared }: { onCleared(): void }) {
  const { t } = useTranslation('myDownloads');
  const [isAsking, setAsking] = useState(false);
  const client = useApi();
  const queryClient = useQueryClient();
  const clear = useMutation({
    mutationFn: () => client.call(memberApi.clearMyActivity),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('history.cleared')));
      onCleared();
    },
    onError: () => toast.error(t('history.clearFailed')),
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setAsking(true)}>
        {t('history.clear')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('history.clearQuestion')}
        text={t('history.clearText')}
        confirmLabel={t('history.clearConfirm')}
        isBusy={clear.isPending}
        onConfirm={() => clear.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

interface DownloadedFile {
  gameId: string;
  title: string;
  platform: string;
  /** Undefined for a platform file. */
  extra: NonNullable<OwnActivity['extra']> | undefined;
  /** Undefined for a whole platform file or extra. */
  singleFile: NonNullable<OwnActivity['singleFile']> | undefined;
}

interface HistoryRowProps {
  activity: OwnActivity;
  onDownload(file: DownloadedFile): void;
  onDeleted(): void;
}

function HistoryRow({ activity, onDownload, onDeleted }: HistoryRowProps) {
  const { t, i18n } = useTranslation('myDownloads');
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteEntry(activity._id, onDeleted, () => setAsking(false));
  const { gameTitle: title, extra, singleFile, game, downloadStatus, isCancelled, isHandedOver } = activity;
  const platform = singleFile?.name ?? extra?.name ?? activity.platform;
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
            {game && extra?.id !== null && (
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('history.againOf', { title, platform })}
                title={t('history.again')}
                onClick={() =>
                  onDownload({
                    gameId: game._id,
                    title: game.title,
                    platform: activity.currentPlatform,
                    extra: extra ?? undefined,
                    singleFile: singleFile ?? undefined,
                  })
                }
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
              onClick={() => setAsking(true)}
            >
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
            <ConfirmDialog
              isOpen={isAsking}
              question={t('history.deleteQuestion')}
              text={t('history.deleteText', { title, platform })}
              confirmLabel={t('history.deleteConfirm')}
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate()}
              onCancel={() => setAsking(false)}
            />
          </>
        )
      }
    >
      {isHandedOver && !isWhole && <span>{t('history.handedOverPart')}</span>}
    </ActivityRow>
  );
}

function useDeleteEntry(id: string, onDeleted: () => void, onSettled: () => void) {
  const { t } = useTranslation('myDownloads');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(memberApi.deleteActivity, { params: { id } }),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('history.deleted')));
      onDeleted();
    },
    onError: () => toast.error(t('history.deleteFailed')),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
}
