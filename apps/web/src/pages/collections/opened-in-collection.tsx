// The game that is open over a collection, with the way to the games beside it.
import { Suspense, useEffect, useState } from 'react';
import type { useCollectionPages } from '#club/collections/use-collection-pages.ts';
import { lazyWithTexts } from '#i18n/lazy-with-texts.ts';

const OpenedGame = lazyWithTexts(async () => (await import('../games/opened-game.tsx')).OpenedGame, 'game');

/** How many steps before the end of what is loaded more games are loaded. */
const stepsAhead = 5;

export interface OpenedInCollectionProps {
  gameId: string | undefined;
  games: ReturnType<typeof useCollectionPages>;
  onStep(gameId: string): void;
  onClose(): void;
}

export function OpenedInCollection({ gameId, games, onStep, onClose }: OpenedInCollectionProps) {
  const { total, loaded, gameAt, indexOf, setInView } = games;
  // Stays mounted once a game was open, because it fades out.
  const [wasOpened, setWasOpened] = useState(false);
  if (gameId && !wasOpened) setWasOpened(true);
  const index = gameId === undefined ? undefined : indexOf(gameId);
  const last =
    index === undefined || total === undefined ? undefined : Math.min(total - 1, index + stepsAhead);
  useEffect(() => {
    if (index !== undefined && last !== undefined) {
      setInView({ first: Math.max(0, index - stepsAhead), last });
    }
  }, [index, last, setInView]);
  const neighbors =
    index === undefined || total === undefined
      ? undefined
      : { index, total, previous: gameAt(index - 1)?._id, next: gameAt(index + 1)?._id };
  return (
    <Suspense>
      {wasOpened && (
        <OpenedGame
          gameId={gameId}
          preview={loaded.find(({ _id }) => _id === gameId)}
          list={{ neighbors }}
          onStep={onStep}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
