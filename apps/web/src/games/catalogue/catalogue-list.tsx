// The list of games in all its states, with the letter strip beside it.
import type { Visit } from '@cellar/contract/club/marks.endpoints.ts';
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadFailed, RetryButton, StateMessage } from '#ui/feedback/messages.tsx';
import { type Position, storePosition } from '#ui/lists/grid-scroller.ts';
import { nothingSelected, rangeOf, type Selected, useRangeSelection } from '#ui/lists/use-range-selection.ts';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { marksQuery } from '../game/marks/marks.queries.ts';
import { type GameList, isFiltered, queryOf } from '../games.queries.ts';
import styles from './catalogue.module.css';
import { type Divider, GameGrid, type GridSelection } from './grid/game-grid.tsx';
import type { GamePages, IndexRange } from './grid/game-list.ts';
import type { GridViewName } from './grid/grid-layout.ts';
import type { CatalogueUrl } from './use-catalogue-url.ts';

const LetterStrip = lazyComponent(async () => (await import('./letter-strip.tsx')).LetterStrip);

export interface CatalogueListProps {
  url: CatalogueUrl;
  list: GameList;
  listKey: string;
  games: GamePages;
  start: Position | undefined;
  view: GridViewName;
  visit: Visit | undefined;
  empty: ReactNode;
  instead(search: string): ReactNode;
  /** Clears the filters. Undefined while no filter is set. */
  onClear: (() => void) | undefined;
  renderPeek(game: GameListItem, isRow: boolean): ReactNode;
  onLongPress(game: GameListItem): void;
  selection: GridSelection | undefined;
}

export function CatalogueList(props: CatalogueListProps) {
  const { url, list, listKey, games, start, view, visit, empty, instead, onClear, renderPeek, onLongPress } =
    props;
  const { t } = useTranslation('games');
  const { total, exact } = games;
  const dividers = useDividers({ list, total, exact, newGames: visit?.newGames ?? 0 });
  const favorites = useQuery(marksQuery(useApi())).data?.favorite;
  const seenUntil = visit?.previousAt;
  if (total === 0) {
    return onClear ? <NoMatch onClear={onClear}>{list.search && instead(list.search)}</NoMatch> : empty;
  }
  if (games.hasFailed && total === undefined && games.loaded.length === 0) {
    return <LoadFailed title={t('loadFailedTitle')} text={t('loadFailed')} onRetry={games.retry} />;
  }
  const isSortedByTitle = list.sort === 'titleAsc' || list.sort === 'titleDesc';
  const renderStrip = (inView: IndexRange, onJump: (index: number) => void) => (
    <div className={styles.strip}>
      <Suspense>
        {total !== undefined && <LetterStrip list={list} inView={inView} onJump={onJump} />}
      </Suspense>
    </div>
  );
  return (
    <>
      {exact === 0 && (
        <div className={styles.similar}>
          <p>{t('similar.only', { search: list.search.trim() })}</p>
          {instead(list.search)}
        </div>
      )}
      <GameGrid
        games={games}
        start={start}
        view={view}
        dividers={dividers}
        badgesOf={(game) => ({
          isFavorite: favorites?.has(game._id) ?? false,
          isNew: typeof seenUntil === 'string' && game.createdAt > seenUntil,
        })}
        renderPeek={renderPeek}
        onLongPress={onLongPress}
        selection={props.selection}
        label={t('title')}
        list={listKey}
        hrefOf={url.hrefOf}
        onOpen={url.open}
        onScrollEnd={(position) => storePosition(listKey, position)}
        renderStrip={isSortedByTitle ? renderStrip : undefined}
      />
      <p className={styles.end} aria-live="polite">
        {games.hasEnd && (total === 1 && onClear ? t('foundOne') : t('seenAll', { count: total }))}
      </p>
      {games.isLoading && <p className={styles.loading}>{t('loading')}</p>}
      {games.hasFailed && <LoadFailedNotice onRetry={games.retry} />}
    </>
  );
}

interface Parts {
  list: GameList;
  total: number | undefined;
  exact: number | undefined;
  newGames: number;
}

/** Returns where games with similar titles begin, and where those that the member has seen before. */
function useDividers({ list, total = 0, exact = 0, newGames }: Parts): readonly Divider[] {
  const { t } = useTranslation('games');
  const newestFirst = list.sort === 'recentlyAddedDesc' && !isFiltered(list);
  return useMemo(() => {
    const similar = { index: exact, label: t('similar.heading') };
    const seen = { index: newGames, label: t('visit.seenBefore') };
    return [...(newestFirst ? [seen] : []), similar].filter(({ index }) => index > 0 && index < total);
  }, [t, newestFirst, newGames, exact, total]);
}

// Messages of the catalogue: games could not be loaded, or no games match the filter.

/** Overlays the list when some of its games could not be loaded. */
function LoadFailedNotice({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('games');
  return (
    <div className={styles.failed} role="alert">
      {t('loadFailed')}
      <RetryButton size="compact-md" onClick={onRetry} />
    </div>
  );
}

function NoMatch({ onClear, children }: { onClear(): void; children: ReactNode }) {
  const { t } = useTranslation('games');
  return (
    <StateMessage
      icon={<IconSearchOff size={32} stroke={1.4} />}
      title={t('noMatch.title')}
      text={t('noMatch.text')}
    >
      <Button onClick={onClear}>{t('filter.clear')}</Button>
      {children}
    </StateMessage>
  );
}

// The games that the member has selected in the grid. The selection is kept when the filters change, so that games can be collected
// from several searches.

/** The selection is undefined while games are not being selected. */
export function useCatalogueSelection(list: GameList, listIds: () => readonly (string | undefined)[]) {
  const { t } = useTranslation('games');
  const client = useApi();
  const [chosen, setChosen] = useState<Selected<string>>();
  const selected = chosen ?? nothingSelected;
  /** Does nothing after the end: games of a range may arrive late. */
  const update = (change: (before: Selected<string>) => Selected<string>) =>
    setChosen((before) => before && change(before));
  // A range lies within one list. Otherwise, another one would be read to its end in search of the range's start.
  const [shown, setShown] = useState(list);
  if (shown !== list) {
    setShown(list);
    update(({ ids: kept }) => ({ ids: kept, anchor: undefined }));
  }

  /** Reads the list from its beginning if the place of a game is not known, because it is no longer loaded. */
  async function idsBetween(from: string, to: string): Promise<readonly string[]> {
    const limit = limits.gamesPerPageMax;
    const ids = listIds();
    const start = Math.max(0, Math.min(ids.indexOf(from), ids.indexOf(to)));
    const read: string[] = [];
    for (let page = Math.floor(start / limit) + 1; ; page += 1) {
      const query = { ...queryOf(list), page, limit };
      const { games, totalPages } = await client.call(memberApi.listGames, { query });
      read.push(...games.map(({ _id }) => _id));
      const isFound = read.includes(from) && read.includes(to);
      if (isFound || page >= totalPages) return rangeOf(read, from, to) ?? [];
    }
  }

  const selection = useRangeSelection({
    listIds,
    selected,
    update,
    fetchRange: (from, to) =>
      idsBetween(from, to).catch((error) => {
        toastRefusal(error, t('loadFailed'));
        return [];
      }),
  });
  return {
    selection: chosen && { ...selection, ids: chosen.ids },
    begin: () => setChosen(nothingSelected),
    end: () => setChosen(undefined),
  };
}
