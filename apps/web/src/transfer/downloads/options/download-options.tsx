// The platform files of a game: one button each. The one for the visitor's system is filled, the others are quieter.

import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import type { PlatformIcon as IconName } from '@cellar/contract/games/rules/platform-presets.ts';
import { normalizePlatform } from '@cellar/contract/games/rules/platforms.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconBrandXbox,
  IconDeviceGamepad2,
  IconDeviceNintendo,
  IconDownload,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';
import { formatSize } from '#lib/format.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { type OwnSystem, ownSystem } from '#lib/own-system.ts';
import { QuarantineNote } from '#ui/feedback/quarantine-note.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import layout from '#ui/layout.module.css';
import cards from '#ui/lists/card-grid.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { useCancelDownload } from '../cancel-download.tsx';
import { isStalled } from '../engine/download-record.ts';
import { pastSpeed } from '../engine/past-speed.ts';
import { FileDigest } from '../file-digest.tsx';
import {
  DownloadBar,
  FileFacts,
  hasSingleFiles,
  isDownloadable,
  RunningDownload,
} from '../file-download.tsx';
import { useDownloadOf, useDownloadTracker, useShownDownload } from '../use-downloads.ts';
import visitorDownloadsStyles from '../visitor-downloads.module.css';
import styles from './download-options.module.css';

export function DownloadOptions({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t } = useTranslation('downloads');
  const headingId = useId();
  // Read once, so that the estimate does not change while a download runs.
  const [speed] = useState(pastSpeed);
  const [system] = useState(() => ownSystem());
  const Heading = place === 'page' ? 'h2' : 'h3';
  if (game.gameFiles.length === 0) return null;
  return (
    <section ref={keepFocus} aria-labelledby={headingId}>
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

// Which of a game's platform files the filled button downloads.

/** Returns the files with the main one first: the one for the visitor's operating system, otherwise the first. */
export function mainFileFirst(files: readonly GameFile[], system: OwnSystem | undefined): GameFile[] {
  // A file that is being prepared counts, so that the buttons do not change places once it is ready.
  const ready = files.filter(
    ({ missingSince, problem, quarantine }) =>
      missingSince === null && problem === null && quarantine === null,
  );
  const main = bestFor(system, ready) ?? ready[0];
  return main ? [main, ...files.filter((file) => file !== main)] : [...files];
}

/** Prefers the plain platform, then the newest of its versions, and then those that are modded. */
function bestFor(system: OwnSystem | undefined, files: GameFile[]): GameFile | undefined {
  if (!system) return undefined;
  const named = (name: string) => files.filter((file) => nameOf(file) === name).sort(newestFirst);
  const plain = files.find(({ platform }) => platform === system);
  return plain ?? named(system)[0] ?? named(`${system} (Modded)`)[0];
}

/** Own platforms keep their names, which may contain "PC" and the like. Only they have an icon. */
function nameOf({ platform, icon }: GameFile): string {
  return icon ? platform : normalizePlatform(platform);
}

function newestFirst(one: GameFile, other: GameFile): number {
  return other.uploadedAt.localeCompare(one.uploadedAt);
}

const icons = [
  ['Windows', IconBrandWindows],
  ['Mac', IconBrandApple],
  ['Linux', IconBrandUbuntu],
  ['Xbox', IconBrandXbox],
  ['Nintendo', IconDeviceNintendo],
] as const;

const OwnPlatformIcon = lazyComponent(
  async () => (await import('#ui/own-platform-icon.tsx')).OwnPlatformIcon,
);

interface PlatformIconProps {
  platform: string;
  /** The icon of an own platform. */
  icon: IconName | null;
}

function PlatformIcon({ platform, icon }: PlatformIconProps) {
  if (icon) {
    return (
      <Suspense fallback={<span style={{ width: 24, height: 24 }} />}>
        <OwnPlatformIcon icon={icon} />
      </Suspense>
    );
  }
  const name = normalizePlatform(platform);
  const Icon = icons.find(([start]) => name.startsWith(start))?.[1] ?? IconDeviceGamepad2;
  return <Icon size={24} stroke={1.5} aria-hidden />;
}

/** `children` holds the link to the login page. */
export function VisitorDownloads({ game, children }: { game: Game; children: ReactNode }) {
  const { t, i18n } = useTranslation('downloads');
  const headingId = useId();
  if (game.gameFiles.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('download')}</h2>
      <ul className={`${cards.list} ${visitorDownloadsStyles.list}`}>
        {game.gameFiles.map(({ platform, icon, fileSize }) => (
          <li key={platform} className={`${cards.card} ${visitorDownloadsStyles.file}`}>
            <PlatformIcon platform={platform} icon={icon} />
            <span className={visitorDownloadsStyles.platform}>{platform}</span>
            <span className={layout.small}>{formatSize(fileSize, i18n.language)}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
