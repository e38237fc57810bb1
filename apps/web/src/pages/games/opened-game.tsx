// The game that is open over the list, including content of other features. Loaded after the list.

import type { GameListItem } from '@cellar/contract/games/games.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { GameOverlay, type GameOverlayProps } from '#games/game/game-overlay.tsx';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { contributeToPath } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { DownloadOptions } from '#transfer/downloads/options/download-options.tsx';
import { AddToCollection } from '../add-to-collection.ts';

// Loaded with the first game that has cheat files, because few games do.
const CheatFiles = lazyWithTexts(
  async () => (await import('#games/cheats/cheat-files.tsx')).CheatFiles,
  'member',
);

// Few games have updates and extras, too.
const Extras = lazyWithTexts(async () => (await import('#transfer/downloads/extras.tsx')).Extras, 'member');

const MarkPanel = lazyComponent(async () => (await import('#games/game/marks/mark-panel.tsx')).MarkPanel);

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
      mayEdit={session?.isAdmin ?? false}
      contributePathOf={session?.isContributor ? contributeToPath : undefined}
      renderDownloads={(game) => (
        <>
          {game.gameFiles.length === 0 && <p>{t('page.noFiles')}</p>}
          <DownloadOptions game={game} place="overlay" />
        </>
      )}
      renderMarks={(game) => (
        <Suspense>
          <MarkPanel game={game} />
          <AddToCollection ids={[game._id]} />
        </Suspense>
      )}
      renderFurther={(game) => (
        <>
          {game.extras.length > 0 && (
            <Suspense>
              <Extras game={game} place="overlay" />
            </Suspense>
          )}
          {game.cheatFiles.length > 0 && (
            <Suspense>
              <CheatFiles game={game} place="overlay" />
            </Suspense>
          )}
        </>
      )}
    />
  );
}
