// The game that is open over the list, including content of other features. Loaded after the list.

import type { GameListItem } from '@cellar/contract/games/games.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { GameOverlay, type GameOverlayProps } from '#games/game/game-overlay.tsx';
import { GameView } from '#games/game/game-view.tsx';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useSession } from '#people/auth/session-context.ts';
import { DownloadOptions } from '#transfer/downloads/options/download-options.tsx';

// Loaded with the first game that has cheat files, because few games do.
const CheatFiles = lazyWithTexts(
  async () => (await import('#games/cheats/cheat-files.tsx')).CheatFiles,
  'member',
);

// Few games have updates and extras, too.
const Extras = lazyWithTexts(async () => (await import('#transfer/downloads/extras.tsx')).Extras, 'member');

const GameActions = lazyComponent(async () => (await import('./game-actions.tsx')).GameActions);

export interface OpenedGameProps {
  /** Undefined when no game is open. */
  gameId: string | undefined;
  /** The game's data from the list, if known. */
  preview: GameListItem | undefined;
  /** The list behind the game. */
  list: GameOverlayProps['list'];
  /** Shows another game instead. */
  onStep(gameId: string): void;
  onClose(): void;
}

export function OpenedGame(props: OpenedGameProps) {
  const { t } = useTranslation('game');
  const session = useSession();
  return (
    <GameOverlay
      {...props}
      renderGame={(game) => (
        <GameView
          game={game}
          place="overlay"
          isAdmin={session?.isAdmin ?? false}
          downloads={
            game.gameFiles.length > 0 ? (
              <DownloadOptions game={game} place="overlay" />
            ) : (
              <p>{t('page.noFiles')}</p>
            )
          }
          actions={
            <Suspense>
              <GameActions game={game} hasPage />
            </Suspense>
          }
          further={
            <Suspense>
              {game.extras.length > 0 && <Extras game={game} place="overlay" />}
              {game.cheatFiles.length > 0 && <CheatFiles game={game} place="overlay" />}
            </Suspense>
          }
        />
      )}
    />
  );
}
