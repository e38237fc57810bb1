import type { Game, GameFile } from '@cellar/contract/games.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/lazy-with-texts.ts';
import { QuarantineNote } from '#ui/feedback/quarantine-note.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './download-options.module.css';
import { isStalled } from './download-record.ts';
import { FileDigest } from './file-digest.tsx';
import { FileFacts, hasSingleFiles, isDownloadable } from './file-facts.tsx';
import { PlatformIcon } from './platform-icon.tsx';
import { DownloadBar, RunningDownload } from './running-download.tsx';
import { useDownloadOf, useDownloadTracker, useShownDownload } from './use-downloads.ts';

// Few games are downloaded as a ZIP.
const SingleFiles = lazyWithTexts(
  async () => (await import('./single-files/single-files.tsx')).SingleFiles,
  'gameParts',
);

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
          <li key={file.platform} className={styles.place}>
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
  const { t } = useTranslation('downloads');
  const tracker = useDownloadTracker();
  const download = useShownDownload({ gameId, platform: file.platform });
  const latest = useDownloadOf({ gameId, platform: file.platform });
  const isMissing = file.missingSince !== null;
  const isDisabled = download !== undefined || !isDownloadable(file);
  const handleClick = () => {
    // The disabled button stays focusable, so it must ignore clicks.
    if (isDisabled) return;
    const record = tracker.start({ gameId, title, platform: file.platform });
    if (!record) toast.error(t(file.platform ? 'errors.missingGame' : 'errors.invalidParameters'));
  };
  return (
    <div className={styles.option}>
      <div className={styles.row}>
        <button type="button" className={styles.button} aria-disabled={isDisabled} onClick={handleClick}>
          <PlatformIcon platform={file.platform} icon={file.icon} />
          <span className={styles.file}>
            <span className={styles.platform}>{file.platform}</span>
            {download ? <RunningDownload download={download} /> : <FileFacts file={file} />}
          </span>
          {!isDisabled && (
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
        {download && <DownloadBar download={download} />}
      </div>
      {isMissing && <p className={styles.note}>{t('errors.notFound')}</p>}
      {file.quarantine && <QuarantineNote className={styles.note} quarantine={file.quarantine} />}
      {download && isStalled(download) && <p className={styles.note}>{t('stalled')}</p>}
      {latest?.isHandedOver && <p className={styles.note}>{t('handedOverNote')}</p>}
      {(file.sha256 || !(isMissing || file.problem)) && (
        <FileDigest
          gameId={gameId}
          part={file.platform}
          sha256={file.sha256}
          fallbackName={`${title} (${file.platform})`}
        />
      )}
      {hasSingleFiles(file) && (
        <Suspense>
          <SingleFiles gameId={gameId} title={title} platform={file.platform} zip={file} />
        </Suspense>
      )}
    </div>
  );
}
