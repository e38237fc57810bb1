import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatSize, formatTimeLeft } from '#lib/format.ts';
import { paths } from '#lib/paths.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ProgressFacts, ProgressLine } from '#ui/feedback/progress-bar.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Section } from '#ui/section.tsx';
import { useCancelDownload } from './cancel-download.tsx';
import { type DownloadRecord, type DownloadStatus, isStalled, partOf } from './engine/download-record.ts';
import { useDownloads, useDownloadTracker } from './use-downloads.ts';

/** How often the open tab checks for downloads that were started on other devices, in milliseconds. */
const findEveryMs = 3000;

export function CurrentDownloads() {
  const { t } = useTranslation('myDownloads');
  const downloads = useDownloads();
  usePolling();
  return (
    <Section heading={t('current.heading')} lead={t('current.lead')}>
      {downloads.length === 0 ? (
        <p className={layout.dim}>
          {t('current.emptyTitle')} · <Link to={paths.games}>{t('current.toGames')}</Link>
        </p>
      ) : (
        <ul className={entries.list} aria-label={t('current.heading')}>
          {downloads.map((download) => (
            <li key={download.id}>
              <CurrentDownload download={download} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function usePolling(): void {
  const tracker = useDownloadTracker();
  useEffect(() => {
    void tracker.findRunning();
    const timer = setInterval(() => void tracker.findRunning(), findEveryMs);
    return () => clearInterval(timer);
  }, [tracker]);
}

const tones: Record<DownloadStatus, BadgeTone> = { downloading: 'accent', completed: 'good', failed: 'bad' };

function CurrentDownload({ download }: { download: DownloadRecord }) {
  const { t } = useTranslation('myDownloads');
  const { t: tDownloads } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const platform = partOf(download);
  const { title, progress, status, fileSize, isHandedOver, error } = download;
  // The progress is unknown before the ticket arrives, and while a proxy sends the file.
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

/** The button to cancel a download. If a proxy sends the file, the download can only be hidden. */
function Cancel({ download }: { download: DownloadRecord }) {
  const { title, isHandedOver } = download;
  const platform = partOf(download);
  const { t } = useTranslation('myDownloads');
  const { cancel, question } = useCancelDownload(download);
  const action = isHandedOver ? 'dismiss' : 'cancel';
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={t(`current.${action}Of`, { title, platform })}
        onClick={cancel}
      >
        {t(`current.${action}`)}
      </Button>
      {question}
    </>
  );
}

function Facts({ download }: { download: DownloadRecord }) {
  const { t, i18n } = useTranslation('myDownloads');
  const { t: tCommon } = useTranslation();
  const { bytesSent, fileSize, speed, isHandedOver } = download;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const isWaiting = isStalled(download);
  const eta = speed > 0 && !isWaiting ? formatTimeLeft((fileSize - bytesSent) / speed, i18n.language) : '';
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
