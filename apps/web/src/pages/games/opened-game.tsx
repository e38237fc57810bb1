// The game that is open over the list, with what other features add to it. Loaded by pages/games.tsx once the list stands.
import type { GameListItem } from '@cellar/contract/games.ts';
import { CheatFiles } from '#features/cheats/cheat-files.tsx';
import { DownloadOptions } from '#features/downloads/download-options.tsx';
import { GameOverlay } from '#features/games/game-overlay.tsx';
import { addGameTexts } from '#i18n/game-texts.ts';

addGameTexts();

export interface OpenedGameProps {
  /** Undefined: none is open. */
  gameId: string | undefined;
  /** What the list knows of it already. */
  preview: GameListItem | undefined;
  onClose(): void;
}

export function OpenedGame(props: OpenedGameProps) {
  return (
    <GameOverlay
      {...props}
      renderDownloads={(game) => (
        <>
          <DownloadOptions game={game} place="overlay" />
          <CheatFiles game={game} place="overlay" />
        </>
      )}
    />
  );
}
