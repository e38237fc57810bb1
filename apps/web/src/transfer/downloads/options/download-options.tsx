// The platform files of a game: one button each. The one for the visitor's system is filled, the others are quieter.
import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { ownSystem } from '#lib/own-system.ts';
import { QuarantineNote } from '#ui/feedback/quarantine-note.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useCancelDownload } from '../cancel-download.tsx';
import { isStalled } from '../engine/download-record.ts';
import { pastSpeed } from '../engine/past-speed.ts';
import { FileDigest } from '../file-digest.tsx';
import { FileFacts, hasSingleFiles, isDownloadable } from '../file-facts.tsx';
import { PlatformIcon } from '../platform-icon.tsx';
import { DownloadBar, RunningDownload } from '../running-download.tsx';
import { useDownloadOf, useDownloadTracker, useShownDownload } from '../use-downloads.ts';
import styles from './download-options.module.css';
import { mainFileFirst } from './main-file.ts';

export function DownloadOptions({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t } = useTranslation('downloads');
  const headingId = useId();
  // Read once, so that the estimate does not change while a download runs.
  const [speed] = useState(pastSpeed);
  const [system] = useState(() => ownSystem());
  const Heading = place === 'page' ? 'h2' : 'h3';
  if (game.gameFiles.length === 0) return null;
  return (
    <section ref={keepFocus} aria-labelledby={headingId} className={styles.section}>
      <Heading id={headingId} className={styles.heading}>
        {t(place === 'page' ? 'download' : 'options')}
      </Heading>
      <ul className={styles.options}>
        {mainFileFirst(game.gameFiles, system).map((file, index) => (
          <li key={file.platform} className={styles.place} data-main={index === 0 || undefined}>
            <DownloadOption
              gameId={game._id}
              title={game.title}
              file={file}
              isMain={index === 0}
              speed={index === 0 ? speed : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

// Few games are downloaded as a ZIP.
const SingleFiles = lazyWithTexts(
  async () => (await import('../single-files/single-files.tsx')).SingleFiles,
  'member',
);

// Few members have limits, and few of those reach them.
const LimitNote = lazyComponent(async () => (await import('../limits/limit-note.tsx')).LimitNote);

interface DownloadOptionProps {
  gameId: string;
  title: string;
  file: GameFile;
  /** Whether to show it as the one to choose. */
  isMain: boolean;
  /** In bytes per second, for an estimate of the time. */
  speed: number | undefined;
}

/** One platform file: its button, which also shows the progress, and what else there is to say about the file. */
function DownloadOption({ gameId, title, file, isMain, speed }: DownloadOptionProps) {
  const { t } = useTranslation('downloads');
  const { platform } = file;
  const tracker = useDownloadTracker();
  const download = useShownDownload({ gameId, platform });
  const latest = useDownloadOf({ gameId, platform });
  const { cancel, question } = useCancelDownload(download);
  const isMissing = file.missingSince !== null;
  const isDisabled = download !== undefined || !isDownloadable(file);
  const handleClick = () => {
    // The disabled button stays focusable, so it must ignore clicks.
    if (isDisabled) return;
    const record = tracker.start({ gameId, title, platform });
    if (!record) toast.error(t(platform ? 'errors.missingGame' : 'errors.invalidParameters'));
  };
  return (
    <div className={styles.option} data-main={(isMain && !isDisabled) || undefined}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.button}
          data-pad={isMain ? 'download' : undefined}
          aria-disabled={isDisabled}
          onClick={handleClick}
        >
          <PlatformIcon platform={platform} icon={file.icon} />
          <span className={styles.file}>
            <span className={styles.platform}>
              {isMain && isDownloadable(file) ? t('downloadFor', { platform }) : platform}
            </span>
            {/* The facts keep their place while they are hidden, so that nothing moves during a download. */}
            <span className={styles.state}>
              <span data-hidden={download !== undefined || undefined}>
                <FileFacts file={file} speed={speed} />
              </span>
              {download && <RunningDownload download={download} />}
            </span>
          </span>
          <span className={styles.action} data-hidden={isDisabled || undefined}>
            {!isMain && <span className={styles.word}>{t('download')}</span>}
            <IconDownload size={18} stroke={1.8} aria-hidden />
          </span>
        </button>
        {download?.status === 'downloading' && !download.isHandedOver && (
          <ActionIcon
            variant="subtle"
            size="lg"
            className={styles.cancel}
            aria-label={t('cancelOf', { platform })}
            title={t('cancel')}
            onClick={cancel}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
        {download && <DownloadBar download={download} />}
        {question}
      </div>
      {isMissing && <p className={styles.note}>{t('errors.notFound')}</p>}
      {file.quarantine && <QuarantineNote className={styles.note} quarantine={file.quarantine} />}
      {!isDisabled && (
        <Suspense>
          <LimitNote fileSize={file.fileSize} className={styles.note} />
        </Suspense>
      )}
      {download && isStalled(download) && <p className={styles.note}>{t('stalled')}</p>}
      {latest?.isHandedOver && <p className={styles.note}>{t('handedOverNote')}</p>}
      {(file.sha256 || !(isMissing || file.problem)) && (
        <FileDigest
          gameId={gameId}
          part={platform}
          sha256={file.sha256}
          fallbackName={`${title} (${platform})`}
        />
      )}
      {hasSingleFiles(file) && (
        <Suspense>
          <SingleFiles gameId={gameId} title={title} platform={platform} zip={file} />
        </Suspense>
      )}
    </div>
  );
}
