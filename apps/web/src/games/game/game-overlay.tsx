// A game in a dialog over the grid, with the way to the next game.
import type { Game, GameListItem } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import { IconMoodEmpty } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/api-error.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import styles from './game-overlay.module.css';
import { GameViewSkeleton } from './game-view.tsx';
import { OverlayBar, type OverlayBarProps } from './overlay-bar.tsx';
import { useGame } from './use-game.ts';

export interface GameOverlayProps {
  /** Undefined when the overlay is closed. */
  gameId: string | undefined;
  /** The game's data from the list, if known. */
  preview: GameListItem | undefined;
  /** The list behind the overlay. */
  list: OverlayBarProps['list'];
  /** Shows another game instead. */
  onStep(gameId: string): void;
  onClose(): void;
  renderGame(game: Game): ReactNode;
}

export function GameOverlay(props: GameOverlayProps) {
  const { gameId, preview, list, onStep, onClose, renderGame } = props;
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
          {game.data && renderGame(game.data)}
          {game.isPending && <GameViewSkeleton place="overlay" preview={shown.preview} />}
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
