// One game over the grid: a dialog that Esc, the backdrop, its button and the browser's back close. Loaded when first
// needed. What can be downloaded comes from the page, because downloads are a feature of their own.
import type { Game, GameListItem } from '@cellar/contract/games.ts';
import { Button, Modal } from '@mantine/core';
import { IconCloudOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { StateMessage } from '#ui/state-message.tsx';
import { GameDetail, GameDetailSkeleton } from './game-detail.tsx';
import styles from './game-overlay.module.css';
import { gameQuery } from './games.queries.ts';

export interface GameOverlayProps {
  /** Undefined: closed. */
  gameId: string | undefined;
  /** What the list knows of it already. */
  preview: GameListItem | undefined;
  onClose(): void;
  renderDownloads(game: Game): ReactNode;
}

const digestPollMs = 5000;

export function GameOverlay({ gameId, preview, onClose, renderDownloads }: GameOverlayProps) {
  const { t } = useTranslation('games');
  // Stays while the dialog fades out.
  const [shown, setShown] = useState({ gameId, preview });
  if (gameId && gameId !== shown.gameId) setShown({ gameId, preview });
  // Opens one step after it is there: only what sees itself open remembers where the focus was.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const game = useQuery({
    ...gameQuery(useApi(), shown.gameId ?? ''),
    enabled: gameId !== undefined,
    // The digest of a fresh file is computed in the background.
    refetchInterval: ({ state }) =>
      state.data?.gameFiles.some(({ sha256 }) => sha256 === null) && digestPollMs,
  });
  const title = game.data?.title ?? shown.preview?.title ?? t('title');
  return (
    <Modal.Root
      opened={isReady && gameId !== undefined}
      onClose={onClose}
      size="58rem"
      centered
      classNames={{
        overlay: styles.overlay,
        content: styles.content,
        inner: styles.inner,
        close: styles.close,
        body: styles.body,
      }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.CloseButton icon={<IconX size={20} />} aria-label={t('detail.close')} />
        <Modal.Body>
          {game.data && <GameDetail game={game.data}>{renderDownloads(game.data)}</GameDetail>}
          {game.isPending && (
            <GameDetailSkeleton title={shown.preview?.title} url={shown.preview?.boxArtUrl ?? null} />
          )}
          {game.isError && !game.data && (
            <StateMessage
              isError
              icon={<IconCloudOff size={30} stroke={1.5} />}
              title={t('detail.loadFailedTitle')}
              text={t('detail.loadFailed')}
            >
              <Button onClick={() => void game.refetch()}>{t('detail.retry')}</Button>
            </StateMessage>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
