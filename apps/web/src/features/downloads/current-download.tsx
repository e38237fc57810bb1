// One download of the list: what it is, how far, how fast, how long still, and the way to stop it.
import { formatEta } from '@cellar/contract/rules/sizes.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ProgressFacts, ProgressLine } from '#ui/feedback/progress-line.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { type DownloadRecord, type DownloadStatus, isStalled } from './download-record.ts';
import { useDownloadTracker } from './use-downloads.ts';

const tones: Record<DownloadStatus, BadgeTone> = { downloading: 'accent', completed: 'good', failed: 'bad' };

export function CurrentDownload({ download }: { download: DownloadRecord }) {
  const { t } = useTranslation('myDownloads');
  const { t: tDownloads } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const { title, platform, progress, status, fileSize, isHandedOver, error } = download;
  // Until the ticket has come, and where nobody counts, no figure would be true.
  const percent = fileSize > 0 && !isHandedOver ? progress : undefined;
  return (
    <ListRow
      spacing="loose"
      name={<h3>{title}</h3>}
      badges={
        isHandedOver ? (
          <Badge tone="info">{t('current.status.handedOver')}</Badge>
        ) : (
          <Badge tone={tones[status]}>{t(`current.status.${status}`)}</Badge>
        )
      }
      facts={platform}
      error={error && tDownloads(error.key, error.values)}
      actions={status === 'downloading' && <Cancel download={download} />}
    >
      {status !== 'failed' && (
        <ProgressLine percent={percent} label={t('current.progress', { title, platform })}>
          {percent !== undefined && tCommon('percent', { percent })}
        </ProgressLine>
      )}
      {status === 'downloading' && <Facts download={download} />}
    </ListRow>
  );
}

/** What a proxy sends can't be stopped from here. */
function Cancel({ download: { id, title, platform, isHandedOver } }: { download: DownloadRecord }) {
  const { t } = useTranslation('myDownloads');
  const tracker = useDownloadTracker();
  const action = isHandedOver ? 'dismiss' : 'cancel';
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={t(`current.${action}Of`, { title, platform })}
      onClick={() => void tracker.cancel(id)}
    >
      {t(`current.${action}`)}
    </Button>
  );
}

function Facts({ download }: { download: DownloadRecord }) {
  const { t, i18n } = useTranslation('myDownloads');
  const { t: tCommon } = useTranslation();
  const { bytesSent, fileSize, speed, isHandedOver } = download;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const isWaiting = isStalled(download);
  const eta = speed > 0 && !isWaiting ? formatEta((fileSize - bytesSent) / speed) : '';
  if (isHandedOver) return <ProgressFacts>{t('current.handedOver')}</ProgressFacts>;
  return (
    <ProgressFacts>
      {fileSize === 0 && <span>{t('current.starting')}</span>}
      {fileSize > 0 && <span>{tCommon('sent', { sent: size(bytesSent), size: size(fileSize) })}</span>}
      {fileSize > 0 && isWaiting && <span>{t('current.waiting')}</span>}
      {speed > 0 && !isWaiting && <span>{tCommon('speed', { speed: size(speed) })}</span>}
      {eta && <span>{tCommon('eta', { eta })}</span>}
    </ProgressFacts>
  );
}
