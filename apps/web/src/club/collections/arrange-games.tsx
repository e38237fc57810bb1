// The games of a list, while its owner adds, removes and orders them. Every change is saved at once.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { SortableList } from '#ui/lists/sortable-list.tsx';
import { AddGames } from './add-games.tsx';
import styles from './arrange-games.module.css';
import { ArrangedGame } from './arranged-game.tsx';
import { useGameOrder } from './use-game-order.ts';

/** Dragging becomes slow with many more rows. */
const rowsPerPage = 60;

interface Removed {
  game: GameListItem;
  at: number;
}

export function ArrangeGames({ id }: { id: string }) {
  const { t } = useTranslation('collections');
  const { games, query, move, remove, add } = useGameOrder(id);
  const [removed, setRemoved] = useState<Removed>();
  const [page, setPage] = useState(1);
  const totalPages = Math.max(1, Math.ceil(games.length / rowsPerPage));
  useLastPage({ page, totalPages: query.data && totalPages, onPage: setPage });
  if (query.isPending) return <Skeleton height="20rem" />;
  if (!query.data) return <LoadFailed title={t('loadFailedOne')} onRetry={() => void query.refetch()} />;
  const count = games.length;
  const first = (page - 1) * rowsPerPage;
  const undo = () => {
    if (removed) add(removed.game, Math.min(removed.at, count));
    setRemoved(undefined);
  };
  return (
    <section ref={keepFocus} className={styles.editor} aria-label={t('editGames')}>
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
        items={games.slice(first, first + rowsPerPage)}
        keyOf={({ _id }) => _id}
        label={t('arrange.list')}
        className={styles.list}
        instructions={t('arrange.instructions')}
        announce={(moment, { title }, from, to) =>
          t(`arrange.${moment}`, { title, from: first + from + 1, to: first + to + 1, count })
        }
        onMove={(game, _from, to) => move(game, first + to)}
      >
        {(game, index, say) => (
          <ArrangedGame
            key={game._id}
            game={game}
            index={index}
            place={first + index}
            count={count}
            onMove={(to) => {
              move(game, to);
              say(to - first);
            }}
            onRemove={() => {
              remove(game);
              setRemoved({ game, at: first + index });
            }}
          />
        )}
      </SortableList>
      <Pager page={page} totalPages={totalPages} label={t('arrange.pager')} onPage={setPage} />
    </section>
  );
}
