// A game in a dialog over the grid, with the way to the next game. The page passes in content of other features.
import type { Game, GameListItem } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import { IconMoodEmpty } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/api-error.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { GameFacts } from './game-facts.tsx';
import { GameBackdrop, HiddenMark, isLongTitle } from './game-head.tsx';
import { GameLinks } from './game-links.tsx';
import styles from './game-overlay.module.css';
import { GameVideos, ScreenshotGallery } from './media/game-media.tsx';
import { OverlayBar, type OverlayBarProps } from './overlay-bar.tsx';
import { useGame } from './use-game.ts';

export interface GameOverlayProps {
  /** Undefined when the overlay is closed. */
  gameId: string | undefined;
  /** The game's data from the list, if known. */
  preview: GameListItem | undefined;
  /** Whether to show a link to the editor. */
  mayEdit: boolean;
  /** Returns where a contributor adds files to a game. Undefined for everyone else. */
  contributePathOf?: ((gameId: string) => string) | undefined;
  /** The list behind the overlay. */
  list: OverlayBarProps['list'];
  /** Shows another game instead. */
  onStep(gameId: string): void;
  onClose(): void;
  renderDownloads(game: Game): ReactNode;
  renderMarks(game: Game): ReactNode;
  renderFurther(game: Game): ReactNode;
}

export function GameOverlay(props: GameOverlayProps) {
  const { gameId, preview, mayEdit, contributePathOf, list, onStep, onClose } = props;
  const { t } = useTranslation('game');
  const { shown, opening } = useShown(gameId, preview);
  const game = useGame(shown.gameId);
  useFocusAfterClose(gameId);
  const top = useTop(shown.gameId);
  const title = game.data?.title ?? shown.preview?.title ?? t('page.title');
  return (
    <ModalDialog
      isOpen={gameId !== undefined}
      label={title}
      className={styles.dialog}
      hasAddress
      onClose={onClose}
    >
      <div ref={top} className={styles.content}>
        <OverlayBar title={title} list={list} gameId={gameId} onStep={onStep} onClose={onClose} />
        {/* The key makes another game start with new state, and this one when it is opened again. */}
        <div key={`${opening} ${shown.gameId}`} className={styles.game}>
          {game.data && (
            <GameDetail
              game={game.data}
              mayEdit={mayEdit}
              contributePath={contributePathOf?.(game.data._id)}
              downloads={props.renderDownloads(game.data)}
              marks={props.renderMarks(game.data)}
              further={props.renderFurther(game.data)}
            />
          )}
          {game.isPending && <GameDetailSkeleton preview={shown.preview} />}
          {game.error && !game.data && isGone(game.error) && <Gone onClose={onClose} />}
          {game.error && !game.data && !isGone(game.error) && (
            <LoadFailed
              title={t('loadFailedTitle')}
              text={t('loadFailed')}
              onRetry={() => void game.refetch()}
            />
          )}
        </div>
      </div>
    </ModalDialog>
  );
}

/**
 * Returns the game to show, which is the last one while the dialog fades out, and how many times the dialog was opened.
 */
function useShown(gameId: string | undefined, preview: GameListItem | undefined) {
  const [shown, setShown] = useState({ gameId, preview });
  if (gameId && (gameId !== shown.gameId || (preview && !shown.preview))) setShown({ gameId, preview });
  const isOpen = gameId !== undefined;
  const [openings, setOpenings] = useState({ isOpen, count: 0 });
  if (isOpen !== openings.isOpen) setOpenings({ isOpen, count: openings.count + Number(isOpen) });
  return { shown, opening: openings.count };
}

/** Scrolls to the top when another game is shown. */
function useTop(gameId: string | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each game
  useLayoutEffect(() => {
    ref.current?.closest('dialog')?.scrollTo(0, 0);
  }, [gameId]);
  return ref;
}

/** Returns whether the game does not exist. The server answers 400 for a malformed id. */
function isGone({ status }: ApiError): boolean {
  return status === 404 || status === 400;
}

function Gone({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('game');
  const { t: tCommon } = useTranslation();
  return (
    <StateMessage
      isError
      icon={<IconMoodEmpty size={30} stroke={1.5} />}
      title={t('gone.title')}
      text={t('gone.text')}
    >
      <Button onClick={onClose}>{tCommon('close')}</Button>
    </StateMessage>
  );
}

/**
 * A dialog returns the focus to the previously focused element: the card of the game that was opened first. This focuses
 * that of the last one if it is drawn. If a link opened the game, there is no such element, so this focuses the card or
 * the page.
 */
function useFocusAfterClose(gameId: string | undefined): void {
  const shown = useRef(gameId);
  useEffect(() => {
    const closed = shown.current;
    shown.current = gameId;
    if (gameId !== undefined || closed === undefined) return;
    const main = document.querySelector<HTMLElement>('main');
    const card = main?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(closed)}"]`);
    const opened = document.activeElement;
    if (isFocusLost() || (card && opened instanceof HTMLElement && opened.dataset.id))
      (card ?? main)?.focus({ preventScroll: true });
  }, [gameId]);
}

/**
 * Returns whether nothing visible has the focus, or only the page as a whole. Browsers move the focus away from a hidden
 * element only after a moment.
 */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement.matches('body, main, dialog:not([open]) *');
}

const coverSizes = '(max-width: 40em) 7rem, 17rem';

interface GameDetailProps {
  game: Game;
  mayEdit: boolean;
  /** As of `GameLinks`. */
  contributePath: string | undefined;
  downloads: ReactNode;
  /** What the member notes about the game. */
  marks: ReactNode;
  /** Updates, extras and cheat files. */
  further: ReactNode;
}

/** A game in the overlay. The page passes in content of other features. game-profile.tsx shows a game on its own page. */
function GameDetail(props: GameDetailProps) {
  const { game, mayEdit, contributePath, downloads, marks, further } = props;
  const { t } = useTranslation('game');
  const { _id, title, description, boxArtUrl, boxArtThumbhash } = game;
  return (
    <article className={styles.detail}>
      <GameBackdrop game={game} />
      <div className={styles.cover}>
        <Cover
          title={title}
          url={boxArtUrl}
          thumbhash={boxArtThumbhash}
          sizes={coverSizes}
          alt={t('boxArt', { title })}
          isEager
        />
      </div>
      <div className={styles.words}>
        <h2 className={styles.title} data-long={isLongTitle(title) || undefined}>
          {title}
        </h2>
        {game.isHidden && <HiddenMark game={game} isAdmin={mayEdit} />}
        <div>{downloads}</div>
        <div className={styles.marks}>{marks}</div>
        {description && <GameDescription text={description} />}
        <GameLinks id={_id} hasPage mayEdit={mayEdit} contributePath={contributePath} />
        <div>
          <GameFacts game={game} isComplete />
        </div>
      </div>
      <div className={styles.more}>
        <ScreenshotGallery game={game} heading="h3" />
        <GameVideos game={game} heading="h3" />
        {further}
      </div>
    </article>
  );
}

/** Shows the data that the list already contains. */
function GameDetailSkeleton({ preview }: { preview: GameListItem | undefined }) {
  const { t } = useTranslation('game');
  const { title, boxArtUrl = null, boxArtThumbhash = null } = preview ?? {};
  return (
    <div className={styles.detail} role="status" aria-label={t('loading', { title: title ?? '' })}>
      {preview && <GameBackdrop game={preview} />}
      <div className={styles.cover}>
        {title ? (
          <Cover title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} sizes={coverSizes} isEager />
        ) : (
          <Skeleton isCover />
        )}
      </div>
      <div className={styles.words}>
        {title ? (
          <h2 className={styles.title} data-long={isLongTitle(title) || undefined}>
            {title}
          </h2>
        ) : (
          <Skeleton width="60%" height="2rem" />
        )}
        <Skeleton width="14rem" height="1.75rem" />
        <Skeleton height="6.5rem" />
        <Skeleton height="0.9rem" />
        <Skeleton width="92%" height="0.9rem" />
        <Skeleton width="55%" height="0.9rem" />
      </div>
    </div>
  );
}

/** In characters; exceeds the visible lines at any width. */
const longText = 700;
const manyLines = 10;

/**
 * The description of a game in the overlay. A long description is cut off, so that the downloads stay visible, and can
 * be expanded.
 */
function GameDescription({ text }: { text: string }) {
  const { t } = useTranslation('game');
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const isLong = text.length > longText || text.split('\n').length > manyLines;
  return (
    <div>
      <p id={id} className={styles.text} data-cut={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-md"
          className={styles.gameDescriptionMore}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'readLess' : 'readMore')}
        </Button>
      )}
    </div>
  );
}
