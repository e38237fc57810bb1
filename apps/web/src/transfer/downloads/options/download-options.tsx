// The platform files of a game in one control: the filled button is for the visitor's system, and the others are a line each.

import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import type { PlatformIcon as IconName } from '@cellar/contract/games/rules/platform-presets.ts';
import { normalizePlatform } from '@cellar/contract/games/rules/platforms.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconBrandXbox,
  IconChevronDown,
  IconDeviceGamepad2,
  IconDeviceNintendo,
  IconDownload,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { type OwnSystem, ownSystem } from '#lib/own-system.ts';
import { QuarantineNote } from '#ui/feedback/quarantine-note.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { useCancelDownload } from '../cancel-download.tsx';
import { isStalled } from '../engine/download-record.ts';
import { pastSpeed } from '../engine/past-speed.ts';
import { DownloadBar, FileFacts, isDownloadable, RunningDownload } from '../file-download.tsx';
import { useFileMenu } from '../file-menu.tsx';
import { useDownloadOf, useDownloads, useDownloadTracker, useShownDownload } from '../use-downloads.ts';
import visitorDownloadsStyles from '../visitor-downloads.module.css';
import styles from './download-options.module.css';

/** With more files, the others unfold. */
const shownFiles = 3;

export function DownloadOptions({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t } = useTranslation(['downloads', 'fileMenu']);
  const headingId = useId();
  // Read once, so that the estimate does not change while a download runs.
  const [speed] = useState(pastSpeed);
  const [system] = useState(() => ownSystem());
  const [isUnfolded, setUnfolded] = useState(false);
  const running = useDownloads().filter((record) => record.gameId === game._id);
  const Heading = place === 'page' ? 'h2' : 'h3';
  const [main, ...others] = mainFileFirst(game.gameFiles, system);
  if (!main) return null;
  const isWhole = isUnfolded || game.gameFiles.length <= shownFiles;
  const isShown = ({ platform }: GameFile) =>
    isWhole || running.some((record) => record.platform === platform);
  const shown = others.filter(isShown);
  return (
    <section ref={keepFocus} aria-labelledby={headingId}>
      <Heading id={headingId} className={styles.heading}>
        {t(place === 'page' ? 'download' : 'options')}
      </Heading>
      <div className={styles.control}>
        <ul className={styles.list}>
          <li>
            <DownloadOption game={game} file={main} isMain speed={speed} />
          </li>
          {shown.map((file) => (
            <li key={file.platform}>
              <DownloadOption game={game} file={file} />
            </li>
          ))}
        </ul>
        {shown.length < others.length && (
          <button type="button" className={styles.others} onClick={() => setUnfolded(true)}>
            {t('fileMenu:otherSystems', { number: others.length - shown.length })}
            <IconChevronDown size={18} stroke={1.8} aria-hidden />
          </button>
        )}
      </div>
    </section>
  );
}

// Few members have limits, and few of those reach them.
const LimitNote = lazyComponent(async () => (await import('../limits/limit-note.tsx')).LimitNote);

interface DownloadOptionProps {
  game: Game;
  file: GameFile;
  /** Whether to show it as the one to choose. */
  isMain?: boolean;
  /** In bytes per second, for an estimate of the time. */
  speed?: number | undefined;
}

/** One platform file: its button, which also shows the progress, its menu, and what else there is to say about the file. */
function DownloadOption({ game: { _id: gameId, title }, file, isMain = false, speed }: DownloadOptionProps) {
  const { t } = useTranslation('downloads');
  const { platform } = file;
  const tracker = useDownloadTracker();
  const download = useShownDownload({ gameId, platform });
  const latest = useDownloadOf({ gameId, platform });
  const { cancel, question } = useCancelDownload(download);
  const { menu, opened } = useFileMenu({ gameId, title, platform, zip: file });
  const isDisabled = download !== undefined || !isDownloadable(file);
  const handleClick = () => {
    // The disabled button stays focusable, so it must ignore clicks.
    if (isDisabled) return;
    const record = tracker.start({ gameId, title, platform });
    if (!record) toast.error(t(platform ? 'errors.missingGame' : 'errors.invalidParameters'));
  };
  return (
    <div
      className={styles.option}
      data-main={isMain || undefined}
      data-filled={(isMain && !isDisabled) || undefined}
    >
      <div className={styles.row}>
        {/* The button takes the focus when its neighbor, which cancels, disappears. */}
        <div className={styles.press}>
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
            {/* On a phone, the words at the end need its place. */}
            {download?.status !== 'completed' && !download?.isHandedOver && (
              <span className={styles.action} data-hidden={isDisabled || undefined}>
                {!isMain && <span className={styles.word}>{t('download')}</span>}
                <IconDownload size={18} stroke={1.8} aria-hidden />
              </span>
            )}
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
        </div>
        {/* Arrow keys and gamepads would stop here on their way to the button. */}
        <span className={styles.menu} data-skip-arrows>
          {menu}
        </span>
        {download && <DownloadBar download={download} />}
        {question}
      </div>
      {file.missingSince !== null && <p className={styles.note}>{t('errors.notFound')}</p>}
      {file.quarantine && <QuarantineNote className={styles.note} quarantine={file.quarantine} />}
      {!isDisabled && (
        <Suspense>
          <LimitNote fileSize={file.fileSize} className={styles.note} />
        </Suspense>
      )}
      {download && isStalled(download) && <p className={styles.note}>{t('stalled')}</p>}
      {latest?.isHandedOver && <p className={styles.note}>{t('handedOverNote')}</p>}
      {opened}
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
      <h2 id={headingId} className={styles.heading}>
        {t('download')}
      </h2>
      {children}
      <ul className={`${styles.control} ${styles.list} ${layout.apart3}`}>
        {game.gameFiles.map(({ platform, icon, fileSize }) => (
          <li key={platform} className={visitorDownloadsStyles.file}>
            <PlatformIcon platform={platform} icon={icon} />
            <span className={visitorDownloadsStyles.platform}>{platform}</span>
            <span className={layout.small}>{formatSize(fileSize, i18n.language)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
