// The games of a list, while its owner adds, removes and orders them. Every change is saved at once.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconChevronsDown,
  IconChevronsUp,
  IconX,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { MoveButton, SortableHandle, SortableList, useSortableItem } from '#ui/lists/sortable-list.tsx';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { AddGames } from './add-games.tsx';
import styles from './arrange-games.module.css';
import { gameOrderQuery } from './collections.queries.ts';

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
      {count === 0 && <p className={styles.hint}>{t('noGames.ownText')}</p>}
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

interface ArrangedGameProps {
  game: GameListItem;
  /** Among the rows that are shown. */
  index: number;
  /** In the whole list, counted from 0, like the argument of `onMove`. */
  place: number;
  count: number;
  onMove(to: number): void;
  onRemove(): void;
}

function ArrangedGame({ game, index, place, count, onMove, onRemove }: ArrangedGameProps) {
  const { t } = useTranslation('collections');
  const { ref, handleRef, isDragging } = useSortableItem(game._id, index);
  const { title, boxArtUrl, boxArtThumbhash } = game;
  const last = count - 1;
  const toEnd = (to: number) => (place === to ? undefined : () => onMove(to));
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging || undefined}>
      <SortableHandle
        ref={handleRef}
        number={place + 1}
        label={t('arrange.drag', { order: place + 1, title })}
        role={t('arrange.role')}
        isDragging={isDragging}
      />
      <span className={styles.cover}>
        <Cover title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} sizes="2.5rem" />
      </span>
      <span className={styles.title}>{title}</span>
      <div className={styles.actions}>
        <MoveButton
          label={t('arrange.first', { title })}
          icon={<IconChevronsUp size={18} />}
          onMove={toEnd(0)}
        />
        <MoveButton
          label={t('arrange.up', { title })}
          icon={<IconArrowUp size={18} />}
          onMove={place > 0 ? () => onMove(place - 1) : undefined}
        />
        <MoveButton
          label={t('arrange.down', { title })}
          icon={<IconArrowDown size={18} />}
          onMove={place < last ? () => onMove(place + 1) : undefined}
        />
        <MoveButton
          label={t('arrange.last', { title })}
          icon={<IconChevronsDown size={18} />}
          onMove={toEnd(last)}
        />
        <ActionIcon variant="subtle" size="lg" aria-label={t('arrange.remove', { title })} onClick={onRemove}>
          <IconX size={18} />
        </ActionIcon>
      </div>
    </li>
  );
}

type Step =
  | { kind: 'move'; gameId: string; before: string | null }
  | { kind: 'remove'; gameId: string }
  | { kind: 'add'; gameId: string; before: string | null };

/** The games of a list while its owner arranges them. Each change is shown at once and sent as one small step, one after the other. */
function useGameOrder(id: string) {
  const { t } = useTranslation('collections');
  const client = useApi();
  const cache = useQueryClient();
  const key = queryKeys.collections.order(id);
  const query = useQuery(gameOrderQuery(client, id));
  const games = query.data ?? [];
  const show = (next: GameListItem[]) => {
    // The answer to a request from before this step would put the old order back.
    void cache.cancelQueries({ queryKey: key });
    cache.setQueryData<GameListItem[]>(key, next);
  };

  const place = (gameId: string, before: string | null) =>
    client.call(deferredApi.placeInCollection, { params: { id, gameId }, body: { before } });
  const mutationKey = [...key, 'step'];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `order of ${id}` },
    mutationFn: async (step: Step): Promise<unknown> => {
      const { gameId } = step;
      if (step.kind === 'remove') {
        return client.call(deferredApi.removeFromCollection, { params: { id, gameId } });
      }
      if (step.kind === 'add') {
        await client.call(deferredApi.addToCollection, { params: { id }, body: { games: [gameId] } });
        if (step.before === null) return undefined;
      }
      return place(gameId, step.before);
    },
    onError: (error, { kind }) => {
      toastRefusal(error, t(`failed.${kind}`));
      void cache.invalidateQueries({ queryKey: key });
    },
    onSettled: () => {
      // Only after the last of several quick steps.
      if (cache.isMutating({ mutationKey }) > 1) return;
      void cache.invalidateQueries({ queryKey: queryKeys.collections.one(id) });
      void cache.invalidateQueries({ queryKey: queryKeys.collections.games(id) });
    },
  });

  return {
    games,
    query,
    move(game: GameListItem, to: number): void {
      const others = games.filter(({ _id }) => _id !== game._id);
      show(others.toSpliced(to, 0, game));
      mutate({ kind: 'move', gameId: game._id, before: others[to]?._id ?? null });
    },
    remove(game: GameListItem): void {
      show(games.filter(({ _id }) => _id !== game._id));
      mutate({ kind: 'remove', gameId: game._id });
    },
    /** `at`: the place, for a game that comes back. */
    add(game: GameListItem, at = games.length): void {
      if (games.some(({ _id }) => _id === game._id)) return;
      const before = games[at]?._id ?? null;
      show(games.toSpliced(at, 0, game));
      mutate({ kind: 'add', gameId: game._id, before });
    },
  };
}
