// The games of a collection, as covers in its order.

import type { Collection } from '@cellar/contract/club/collections.endpoints.ts';
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { useCollectionPages } from '#club/collections/use-collection-pages.ts';
import { GameGrid } from '#games/catalogue/grid/game-grid.tsx';
import { readView } from '#games/catalogue/grid/use-grid-view.ts';
import { marksQuery } from '#games/game/marks/marks.queries.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';

const CardPeek = lazyComponent(async () => (await import('../games/card-peek.tsx')).CardPeek);
const GameSheet = lazyComponent(async () => (await import('../games/game-sheet.tsx')).GameSheet);

export interface CollectionGridProps {
  collection: Collection;
  games: ReturnType<typeof useCollectionPages>;
  hrefOf(gameId: string): string;
  onOpen(gameId: string): void;
}

export function CollectionGrid({ collection, games, hrefOf, onOpen }: CollectionGridProps) {
  const { t } = useTranslation('collections');
  const favorites = useQuery(marksQuery(useApi())).data?.favorite;
  const [pressed, setPressed] = useState<GameListItem>();
  // The same size of covers as on the games page.
  const [view] = useState(readView);
  if (games.total === 0) return <NoGames collection={collection} />;
  if (games.hasFailed && games.total === undefined) {
    return <LoadFailed title={t('loadFailedOne')} onRetry={games.retry} />;
  }
  return (
    <>
      <GameGrid
        games={games}
        start={undefined}
        view={view}
        dividers={[]}
        badgesOf={({ _id }) => ({ isFavorite: favorites?.has(_id) ?? false, isNew: false })}
        renderPeek={(game, isRow) => (
          <Suspense>
            <CardPeek game={game} isRow={isRow} />
          </Suspense>
        )}
        onLongPress={setPressed}
        selection={undefined}
        label={collection.name}
        list={collection._id}
        hrefOf={hrefOf}
        onOpen={onOpen}
        onScrollEnd={() => undefined}
        renderStrip={undefined}
      />
      {pressed && (
        <Suspense>
          <GameSheet game={pressed} onClose={() => setPressed(undefined)} />
        </Suspense>
      )}
    </>
  );
}

export function NoGames({ collection: { kind } }: Pick<CollectionGridProps, 'collection'>) {
  const { t } = useTranslation('collections');
  return (
    <StateMessage
      icon={<IconStack2 size={32} stroke={1.4} />}
      title={t('noGames.title')}
      text={t(kind === 'smart' ? 'noGames.smartText' : 'noGames.text')}
    />
  );
}
