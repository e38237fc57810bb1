// The games of a list, while its owner adds, removes and orders them. Every change is saved at once.
import type { GameListItem } from '@cellar/contract/games.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { SortableList } from '#ui/lists/sortable-list.tsx';
import { AddGames } from './add-games.tsx';
import styles from './arrange-games.module.css';
import { ArrangedGame } from './arranged-game.tsx';
import { useGameOrder } from './use-game-order.ts';

interface Removed {
  game: GameListItem;
  at: number;
}

export function ArrangeGames({ id }: { id: string }) {
  const { t } = useTranslation('collections');
  const { games, query, move, remove, add } = useGameOrder(id);
  const [removed, setRemoved] = useState<Removed>();
  if (query.isPending) return <Skeleton height="20rem" />;
  if (!query.data) return <LoadFailed title={t('loadFailedOne')} onRetry={() => void query.refetch()} />;
  const count = games.length;
  const undo = () => {
    if (removed) add(removed.game, Math.min(removed.at, count));
    setRemoved(undefined);
  };
  return (
    <div ref={keepFocus} className={styles.editor}>
      <AddGames known={new Set(games.map(({ _id }) => _id))} onAdd={(game) => add(game)} />
      <p role="status" className={styles.undo}>
        {removed && (
          <>
            <span>{t('arrange.removed', { title: removed.game.title })}</span>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={undo}
            >
              {t('arrange.undo')}
            </Button>
          </>
        )}
      </p>
      <SortableList
        items={games}
        keyOf={({ _id }) => _id}
        label={t('arrange.list')}
        className={styles.list}
        instructions={t('arrange.instructions')}
        announce={(moment, { title }, from, to) =>
          t(`arrange.${moment}`, { title, from: from + 1, to: to + 1, count })
        }
        onMove={(game, _from, to) => move(game, to)}
      >
        {(game, index, say) => (
          <ArrangedGame
            key={game._id}
            game={game}
            index={index}
            count={count}
            onMove={(to) => {
              move(game, to);
              say(to);
            }}
            onRemove={() => {
              remove(game);
              setRemoved({ game, at: index });
            }}
          />
        )}
      </SortableList>
    </div>
  );
}
