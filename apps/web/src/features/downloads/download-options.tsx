import type { Game, GameFile } from '@cellar/contract/games.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './download-options.module.css';
import { type DownloadRecord, isStalled } from './download-record.ts';
import { FileDigest } from './file-digest.tsx';
import { PlatformIcon } from './platform-icon.tsx';
import { useDownloadOf, useDownloadTracker, useShownDownload } from './use-downloads.ts';

export function DownloadOptions({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t } = useTranslation('downloads');
  const headingId = useId();
  const [hasDigests, setDigests] = useState(false);
  const Heading = place === 'page' ? 'h2' : 'h3';
  if (game.gameFiles.length === 0) return null;
  return (
    <section
      ref={keepFocus}
      aria-labelledby={headingId}
      className={styles.section}
      data-digests={hasDigests || undefined}
    >
      <Heading id={headingId} className={styles.heading}>
        {t(place === 'page' ? 'download' : 'options')}
      </Heading>
      <CardGrid size="large">
        {game.gameFiles.map((file) => (
          <li key={file.platform}>
            <DownloadOption gameId={game._id} title={game.title} file={file} />
          </li>
        ))}
      </CardGrid>
      <Button
        className={styles.digests}
        variant="subtle"
        size="compact-md"
        aria-expanded={hasDigests}
        onClick={() => setDigests(!hasDigests)}
      >
        {t(hasDigests ? 'hideSha256' : 'showSha256')}
      </Button>
    </section>
  );
}

interface DownloadOptionProps {
  gameId: string;
  title: string;
  file: GameFile;
}

function DownloadOption({ gameId, title, file }: DownloadOptionProps) {
  const { t, i18n } = useTranslation('downloads');
  const tracker = useDownloadTracker();
  const download = useShownDownload(gameId, file.platform);
  const latest = useDownloadOf(gameId, file.platform);
  const handleClick = () => {
    // The button stays focusable during a download, so it must ignore clicks.
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
            {download ? (
              <Running download={download} />
            ) : (
              <span className={styles.size}>{formatSize(file.fileSize, i18n.language)}</span>
            )}
          </span>
          {!download && (
            <span className={styles.action}>
              <span className={styles.word}>{t('download')}</span>
              <IconDownload size={18} stroke={1.8} aria-hidden />
            </span>
          )}
        </button>
        {download?.status === 'downloading' && !download.isHandedOver && (
          <ActionIcon
            variant="subtle"
            size="lg"
            className={styles.cancel}
            aria-label={t('cancelOf', { platform: file.platform })}
            title={t('cancel')}
            onClick={() => void tracker.cancel(download.id)}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
        {download && <Bar download={download} platform={file.platform} />}
      </div>
      {download && isStalled(download) && <p className={styles.note}>{t('stalled')}</p>}
      {latest?.isHandedOver && <p className={styles.note}>{t('handedOverNote')}</p>}
      <FileDigest gameId={gameId} title={title} file={file} />
    </div>
  );
}

/** Replaces the file size while the download is running. */
function Running({ download }: { download: DownloadRecord }) {
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

function Bar({ download, platform }: { download: DownloadRecord; platform: string }) {
  const { t } = useTranslation('downloads');
  const { status, progress, fileSize, isHandedOver } = download;
  if (isHandedOver || status === 'completed') return null;
  return (
    <div className={styles.bar}>
      <ProgressBar
        // The size is unknown until the ticket arrives.
        percent={fileSize > 0 || status === 'failed' ? progress : undefined}
        size="sm"
        label={t('progressOf', { platform })}
      />
    </div>
  );
}
