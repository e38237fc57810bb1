// The progress of a download on the card of its file.
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { type DownloadRecord, isStalled, partOf } from './engine/download-record.ts';
import styles from './options/download-options.module.css';

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
