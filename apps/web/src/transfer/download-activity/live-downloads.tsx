import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { formatSize, formatTimeLeft } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import type { SpeedWindow } from '#lib/speed-window.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { ProgressLine } from '#ui/feedback/progress-bar.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { type LiveDownload, runningQuery } from './activity.queries.ts';

export function LiveDownloads() {
  const { t } = useTranslation('downloadActivity');
  const [speeds] = useState(() => new Map<string, SpeedWindow>());
  const query = useQuery(runningQuery(useApi(), speeds));
  const { downloads, total = 0 } = query.data ?? {};
  return (
    <section aria-label={t('live.heading')}>
      {query.isPending && (
        <p className={layout.small} role="status">
          {t('live.loading')}
        </p>
      )}
      {query.isError && !query.data && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {downloads?.length === 0 && <p className={layout.small}>{t('live.empty')}</p>}
      {downloads && downloads.length > 0 && (
        <>
          <h3>{t('live.heading')}</h3>
          <ul className={entries.list} aria-label={t('live.heading')}>
            {downloads.map((download) => (
              <li key={download._id}>
                <LiveRow download={download} />
              </li>
            ))}
          </ul>
        </>
      )}
      {downloads && total > downloads.length && (
        <p className={layout.small}>{t('live.more', { count: total - downloads.length })}</p>
      )}
    </section>
  );
}

function LiveRow({ download }: { download: LiveDownload }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const { t: tCommon } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancel(download._id, () => setAsking(false));
  const { gameTitle: title, extra, singleFile, user, bytesSent, fileSize, isHandedOver } = download;
  const platform = singleFile?.name ?? extra?.name ?? download.platform;
  const member = user?.name ?? t('unknown');
  const percent = fileSize > 0 ? Math.floor((100 * bytesSent) / fileSize) : 0;
  const shown = Math.min(percent, limits.progressCapPercent);
  return (
    <>
      <ListRow
        spacing="loose"
        name={<h3>{title}</h3>}
        detail={user ? `${user.name} · ${user.email}` : t('unknown')}
        facts={<Facts download={download} />}
        actions={
          <Button
            variant="default"
            size="sm"
            aria-label={t('live.cancelOf', { title, platform, member })}
            onClick={() => setAsking(true)}
          >
            {t('live.cancel')}
          </Button>
        }
      >
        <ProgressLine
          percent={isHandedOver ? undefined : shown}
          label={t('live.progress', { title, platform, member })}
        >
          {!isHandedOver && tCommon('percent', { percent: shown })}
        </ProgressLine>
      </ListRow>
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('live.question', { title })}
          text={
            isHandedOver
              ? t('live.textHandedOver', { member })
              : t('live.text', { member, sent: formatSize(bytesSent, i18n.language) })
          }
          confirmLabel={t('live.confirm')}
          cancelLabel={t('live.keep')}
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Facts({ download }: { download: LiveDownload }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const { t: tCommon } = useTranslation();
  const { platform, extra, singleFile, bytesSent, fileSize, speed, isHandedOver } = download;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const eta = speed > 0 ? formatTimeLeft((fileSize - bytesSent) / speed, i18n.language) : '';
  return (
    <>
      {singleFile && <span>{singleFile.name}</span>}
      {extra && <span>{extra.name}</span>}
      {platform && <span>{platform}</span>}
      {isHandedOver ? (
        <span>{t('live.handedOver')}</span>
      ) : (
        <span>{tCommon('sent', { sent: size(bytesSent), size: size(fileSize) })}</span>
      )}
      {!isHandedOver && speed > 0 && <span>{tCommon('speed', { speed: size(speed) })}</span>}
      {!isHandedOver && eta && <span>{tCommon('eta', { eta })}</span>}
    </>
  );
}

/** Identifies the download by its log entry, because clients choose their own download ids. */
function useCancel(id: string, onSettled: () => void) {
  const { t } = useTranslation('downloadActivity');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(memberApi.cancelDownload, { params: { downloadId: id }, body: {} }),
    onSuccess: ({ message }) => toast.success(answerText(message, t('live.cancelled'))),
    onError: (error) => toast.error(errorText(error, t('live.cancelFailed'))),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
}
