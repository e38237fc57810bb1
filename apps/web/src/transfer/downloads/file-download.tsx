// The state of a platform file or extra in place of the button or beside it.
import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import type { Extra, FileState } from '@cellar/contract/transfer/extras.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatEstimate, formatSize } from '#lib/format.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { type DownloadRecord, isStalled, partOf } from './engine/download-record.ts';
import styles from './options/download-options.module.css';
import { useDownloadTracker, useShownDownload } from './use-downloads.ts';

export function isDownloadable({ missingSince, preparing, problem, quarantine }: FileState): boolean {
  return missingSince === null && preparing === null && problem === null && quarantine === null;
}

/** Whether the files of a ZIP can be listed, to be downloaded one by one. */
export function hasSingleFiles({ fileCount, missingSince, problem, quarantine }: FileState): boolean {
  const isThere = missingSince === null && problem !== 'bad_names' && quarantine === null;
  return isThere && (fileCount ?? 0) > 1;
}

export interface FileFactsProps {
  file: GameFile | Extra;
  /** In bytes per second, to estimate how long the download takes. */
  speed?: number | undefined;
}

/** The size of the file, or why it can't be downloaded at the moment. */
export function FileFacts({ file, speed }: FileFactsProps) {
  const { fileSize, missingSince, preparing, problem, quarantine } = file;
  const { t, i18n } = useTranslation('downloads');
  if (missingSince) {
    return (
      <span className={styles.missing}>
        {t('missing', { date: formatDate(missingSince, i18n.language) })}
      </span>
    );
  }
  if (quarantine) return <span className={styles.missing}>{t('quarantined')}</span>;
  if (problem) return <span className={styles.missing}>{t('notAvailable')}</span>;
  const size = formatSize(fileSize, i18n.language);
  if (preparing !== null)
    return <span className={styles.size}>{t('preparing', { size, percent: preparing })}</span>;
  if (speed === undefined) return <span className={styles.size}>{size}</span>;
  const time = formatEstimate(fileSize / speed, i18n.language);
  return <span className={styles.size}>{t('estimate', { size, time })}</span>;
}

// The progress of a download on the card of its file.

/** Replaces the file size while the download is running. */
export function RunningDownload({ download }: { download: DownloadRecord }) {
  const { t, i18n } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const { status, progress, speed, isHandedOver } = download;
  if (isHandedOver) return <span className={styles.size}>{t('handedOver')}</span>;
  if (status === 'completed') return <span className={styles.size}>{t('completed')}</span>;
  return (
    <span className={styles.running}>
      <span>{t('downloading', { progress })}</span>
      {speed > 0 && !isStalled(download) && (
        <span>{tCommon('speed', { speed: formatSize(speed, i18n.language) })}</span>
      )}
    </span>
  );
}

/** The progress, at the lower edge of the file's card. */
export function DownloadBar({ download }: { download: DownloadRecord }) {
  const { t } = useTranslation('downloads');
  const { status, progress, fileSize, isHandedOver } = download;
  if (isHandedOver || status === 'completed') return null;
  return (
    <div className={styles.bar}>
      <ProgressBar
        // The size is unknown until the ticket arrives.
        percent={fileSize > 0 || status === 'failed' ? progress : undefined}
        size="sm"
        label={t('progressOf', { platform: partOf(download) })}
      />
    </div>
  );
}

// A button that downloads a platform file, for places that show everything else about the file.

interface PlatformDownloadProps {
  game: Pick<Game, '_id' | 'title'>;
  file: GameFile;
  label: string;
}

export function PlatformDownload({ game: { _id: gameId, title }, file, label }: PlatformDownloadProps) {
  const { t } = useTranslation('downloads');
  const tracker = useDownloadTracker();
  const { platform } = file;
  const download = useShownDownload({ gameId, platform });
  if (!isDownloadable(file)) return null;
  return (
    <>
      {download && <RunningDownload download={download} />}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={17} aria-hidden />}
        aria-label={label}
        // Not `disabled`, which would remove the focus.
        aria-disabled={download !== undefined}
        data-disabled={download !== undefined || undefined}
        onClick={() => !download && tracker.start({ gameId, title, platform })}
      >
        {t('download')}
      </Button>
    </>
  );
}
