// The catalogue: filter bar, cover size, number of games, grid and letter strip.
import { hasFilter } from '@cellar/contract/rules/catalogue-filter.ts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stored } from '#lib/stored.ts';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import { type GameList, listKey } from '../games.queries.ts';
import { type CoverSize, coverSizes } from '../grid/grid-layout.ts';
import { type Position, storedPosition } from '../grid/stored-position.ts';
import { useGamePages } from '../grid/use-game-pages.ts';
import styles from './catalogue.module.css';
import { CatalogueList } from './catalogue-list.tsx';
import { CoverSizeChoice } from './cover-size-choice.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { CatalogueUrl } from './use-catalogue-url.ts';

const storedSize = stored('coverSize');

export interface CatalogueProps {
  url: CatalogueUrl;
  /** Whether the preferred sort order is known. */
  isReady: boolean;
  /** Shown when the library is empty. */
  empty: ReactNode;
}

export function Catalogue({ url, isReady, empty }: CatalogueProps) {
  const { t } = useTranslation('games');
  const [typed, setTyped] = useTypedSearch(url.list.search, url.setSearch);
  const list = useSameList({ ...url.list, search: typed });
  const start = useStart(keyOf(list), url.isReturn && typed === url.list.search);
  const games = useGamePages(list, start?.index ?? 0, isReady);
  const [size, setSize] = useCoverSize();
  const filterBar = useRef<HTMLElement>(null);
  const clear = () => {
    setTyped('');
    url.clear();
    // The focused button disappears. The search field must not get the focus, because phones would open the keyboard.
    filterBar.current?.focus({ preventScroll: true });
  };
  const handleClear = hasFilter(list) ? clear : undefined;
  return (
    <>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <p className={styles.count} role="status">
          {games.total !== undefined && t('count', { count: games.total })}
        </p>
        <CoverSizeChoice value={size} onChange={setSize} />
      </header>
      <div className={styles.filter}>
        <FilterBar
          ref={filterBar}
          list={{ ...list, search: typed }}
          games={games.loaded}
          onSearch={setTyped}
          onChoose={url.choose}
          onClear={handleClear}
        />
      </div>
      <CatalogueList
        url={url}
        list={list}
        listKey={keyOf(list)}
        games={games}
        start={start}
        size={size}
        empty={empty}
        onClear={handleClear}
      />
    </>
  );
}

function keyOf(list: GameList): string {
  return JSON.stringify(listKey(list));
}

/** Returns the same object until the content changes. */
function useSameList(list: GameList): GameList {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the content of the list
  return useMemo(() => list, [keyOf(list)]);
}

/** Returns where the list starts. Read when the list is first shown; positions stored later are for the next visit. */
function useStart(list: string, isReturn: boolean): Position | undefined {
  const [current, setCurrent] = useState(() => startOf(list, isReturn));
  if (current.list === list) return current.start;
  const next = startOf(list, isReturn);
  setCurrent(next);
  return next.start;
}

function startOf(list: string, isReturn: boolean) {
  return { list, start: isReturn ? storedPosition(list) : undefined };
}

/** The size of the covers, stored on the device. */
function useCoverSize(): [CoverSize, (size: CoverSize) => void] {
  const [size, setSize] = useState(readCoverSize);
  const choose = (next: CoverSize) => {
    setSize(next);
    storedSize.set(next);
  };
  return [size, choose];
}

function readCoverSize(): CoverSize {
  const kept = storedSize.get();
  return coverSizes.find((size) => size === kept) ?? 'medium';
}
