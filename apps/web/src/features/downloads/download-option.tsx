// One platform file: a button that starts the download and then shows how far it is, cancel, and the file's digest below.
import type { GameFile } from '@cellar/contract/games.ts';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './download-option.module.css';
import type { DownloadRecord } from './download-record.ts';
import { FileDigest } from './file-digest.tsx';
import { PlatformIcon } from './platform-icon.tsx';
import { useDownloadOf, useDownloadTracker } from './use-downloads.ts';
import { useShownDownload } from './use-shown-download.ts';

export interface DownloadOptionProps {
  gameId: string;
  title: string;
  file: GameFile;
}

export function DownloadOption({ gameId, title, file }: DownloadOptionProps) {
  const { t, i18n } = useTranslation('downloads');
  const tracker = useDownloadTracker();
  const download = useShownDownload(gameId, file.platform);
  const latest = useDownloadOf(gameId, file.platform);
  const handleClick = () => {
    // The button stays focusable while it runs, so a click then must do nothing.
    if (download) return;
    const record = tracker.start({ gameId, title, platform: file.platform });
    if (!record) toast.error(t(file.platform ? 'errors.missingGame' : 'errors.invalidParameters'));
  };
  return (
    <div className={styles.option}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.button}
          aria-disabled={Boolean(download)}
          onClick={handleClick}
        >
          <PlatformIcon platform={file.platform} />
          <span className={styles.file}>
            <span className={styles.platform}>{file.platform}</span>
            <span className={styles.size}>{formatSize(file.fileSize, i18n.language)}</span>
          </span>
          <span className={styles.action}>
            {actionText(t, download)}
            {!download && <IconDownload size={18} stroke={1.8} aria-hidden />}
          </span>
        </button>
        {download?.status === 'downloading' && !download.isHandedOver && (
          <ActionIcon
            variant="subtle"
            size="xl"
            aria-label={t('cancelOf', { platform: file.platform })}
            title={t('cancel')}
            onClick={() => void tracker.cancel(download.id)}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      {latest?.isHandedOver && <p className={styles.progress}>{t('handedOverNote')}</p>}
      {download && !download.isHandedOver && <Progress download={download} platform={file.platform} />}
      <FileDigest gameId={gameId} title={title} file={file} />
    </div>
  );
}

function actionText(t: TFunction<'downloads'>, download: DownloadRecord | undefined): string {
  if (!download) return t('download');
  return download.isHandedOver ? t('handedOver') : t('downloading', { progress: download.progress });
}

function Progress({ download, platform }: { download: DownloadRecord; platform: string }) {
  const { t, i18n } = useTranslation('downloads');
  const { status, progress, speed, fileSize } = download;
  if (status === 'completed') return <p className={styles.progress}>{t('completed')}</p>;
  return (
    <div className={styles.progress}>
      <ProgressBar
        // Nothing is known before the ticket has come.
        percent={fileSize > 0 || status === 'failed' ? progress : undefined}
        size="sm"
        label={t('progressOf', { platform })}
      />
      {speed > 0 && <span>{t('speed', { speed: formatSize(speed, i18n.language) })}</span>}
    </div>
  );
}
