// A game in a dialog over the grid. The page passes in the downloads, because they belong to another feature.
import type { Game, GameListItem } from '@cellar/contract/games.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconMoodEmpty, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/api-error.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import { useGame } from '../use-game.ts';
import { GameDetail, GameDetailSkeleton } from './game-detail.tsx';
import styles from './game-overlay.module.css';

export interface GameOverlayProps {
  /** Undefined when the overlay is closed. */
  gameId: string | undefined;
  /** The game's data from the list, if known. */
  preview: GameListItem | undefined;
  /** Whether to show a link to the editor. */
  mayEdit: boolean;
  onClose(): void;
  renderDownloads(game: Game): ReactNode;
}

export function GameOverlay({ gameId, preview, mayEdit, onClose, renderDownloads }: GameOverlayProps) {
  const { t } = useTranslation('game');
  const { t: tCommon } = useTranslation();
  // Keeps the last game visible while the dialog fades out.
  const [shown, setShown] = useState({ gameId, preview });
  if (gameId && (gameId !== shown.gameId || (preview && !shown.preview))) setShown({ gameId, preview });
  const game = useGame(shown.gameId);
  useFocusAfterClose(gameId);
  const title = game.data?.title ?? shown.preview?.title ?? t('page.title');
  return (
    <ModalDialog isOpen={gameId !== undefined} label={title} className={styles.dialog} onClose={onClose}>
      {/* The key makes another game start at the top with new state. */}
      <div key={shown.gameId} className={styles.content}>
        <div className={styles.close}>
          <ActionIcon
            variant="default"
            radius="xl"
            size="xl"
            className={styles.closeButton}
            aria-label={tCommon('close')}
            onClick={onClose}
          >
            <IconX size={20} />
          </ActionIcon>
        </div>
        {game.data && (
          <GameDetail game={game.data} mayEdit={mayEdit}>
            {renderDownloads(game.data)}
          </GameDetail>
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
    </ModalDialog>
  );
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
 * A dialog returns the focus to the previously focused element. If a link opened the game, there is none, so this
 * focuses the game's card or the page.
 */
function useFocusAfterClose(gameId: string | undefined): void {
  const shown = useRef(gameId);
  useEffect(() => {
    const closed = shown.current;
    shown.current = gameId;
    if (gameId !== undefined || closed === undefined || !isFocusLost()) return;
    const main = document.querySelector<HTMLElement>('main');
    const card = main?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(closed)}"]`);
    (card ?? main)?.focus({ preventScroll: true });
  }, [gameId]);
}

/**
 * Returns whether nothing visible has the focus. Browsers move the focus away from a hidden element only after a
 * moment.
 */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement.closest('dialog:not([open])') !== null;
}
