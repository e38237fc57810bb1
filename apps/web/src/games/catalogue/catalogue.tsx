// The catalogue: filter bar, view, number of games, grid and letter strip.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import {
  IconChecklist,
  IconGrid4x4,
  IconGridDots,
  IconLayoutGrid,
  IconLayoutList,
  IconRectangleVertical,
  IconSquare,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useApi } from '#lib/services-context.ts';
import { stored } from '#lib/stored.ts';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import { type Position, storedPosition } from '#ui/lists/grid-scroller.ts';
import { visitQuery } from '../game/marks/marks.queries.ts';
import { type GameList, isFiltered, listKey } from '../games.queries.ts';
import { activeValues } from './active-values.ts';
import styles from './catalogue.module.css';
import { CatalogueList, useCatalogueSelection } from './catalogue-list.tsx';
import { FilterBar, useFilterChoices } from './filter-bar.tsx';
import { useGamePages } from './grid/game-list.ts';
import { type GridViewName, gridViews } from './grid/grid-layout.ts';
import type { CatalogueUrl } from './use-catalogue-url.ts';
import viewChoiceStyles from './view-choice.module.css';

const FilterSheet = lazyWithTexts(async () => (await import('./filter-sheet.tsx')).FilterSheet, 'member');
const FilterChips = lazyWithTexts(async () => (await import('./filter-chips.tsx')).FilterChips, 'member');

const SelectionBar = lazyComponent(async () => (await import('./selection-bar.tsx')).SelectionBar);

const storedView = stored('coverSize');

export interface CatalogueProps {
  url: CatalogueUrl;
  /** Whether the preferred sort order is known. */
  isReady: boolean;
  /** Shown when the library is empty. */
  empty: ReactNode;
  /** Shown beside the heading. */
  besideHeading: ReactNode;
  /** What to do about a game that no search finds. */
  instead(search: string): ReactNode;
  /** Renders facts and actions of a game over its cover, or at the end of its row. */
  renderPeek(game: GameListItem, isRow: boolean): ReactNode;
  /** A long press by touch on a game. */
  onLongPress(game: GameListItem): void;
  /** Renders what can be done with selected games. */
  renderActions(ids: readonly string[]): ReactNode;
}

export function Catalogue(props: CatalogueProps) {
  const { url, isReady, empty, besideHeading, instead, renderPeek, onLongPress } = props;
  const { t } = useTranslation('games');
  const [typed, setTyped] = useTypedSearch(url.list.search, url.setSearch);
  const list = useSameList({ ...url.list, search: typed });
  const start = useStart(keyOf(list), url.isReturn && typed === url.list.search);
  const games = useGamePages(list, start?.index ?? 0, isReady);
  const [view, setView] = useView();
  const [isSheetOpen, setSheetOpen] = useState<boolean>();
  const visit = useQuery(visitQuery(useApi())).data;
  const choices = useFilterChoices(games.loaded);
  const { selection, begin, end } = useCatalogueSelection(list, games.listIds);
  const filterBar = useRef<HTMLElement>(null);
  const clear = () => {
    setTyped('');
    url.clear();
    // The focused button disappears. The search field must not get the focus, because phones would open the keyboard.
    filterBar.current?.focus({ preventScroll: true });
  };
  const handleClear = isFiltered(list) ? clear : undefined;
  const similar = (games.total ?? 0) - (games.exact ?? 0);
  const newGames = isFiltered(list) ? 0 : (visit?.newGames ?? 0);
  return (
    <>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <p className={styles.count} role="status">
          {games.exact !== undefined && t('count', { count: games.exact })}
          {similar > 0 && ` · ${t('similar.count', { count: similar })}`}
        </p>
        {newGames > 0 && (
          <p className={styles.added}>
            {t('visit.added', { count: newGames })}
            <button type="button" className={styles.link} onClick={() => url.choose({ added: 'new' })}>
              {t('visit.showNew')}
            </button>
          </p>
        )}
        {besideHeading}
        <Button
          className={styles.select}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconChecklist size={18} stroke={1.7} aria-hidden />}
          aria-pressed={selection !== undefined}
          onClick={selection ? end : begin}
        >
          {t('selection.begin')}
        </Button>
        <ViewChoice value={view} onChange={setView} />
      </header>
      <div className={styles.filter}>
        <FilterBar
          ref={filterBar}
          list={{ ...list, search: typed }}
          choices={choices}
          onSearch={setTyped}
          onChoose={url.choose}
          onOpen={() => setSheetOpen(true)}
          onClear={handleClear}
        />
      </div>
      {activeValues(list).length > 0 && (
        <div className={styles.chips}>
          <Suspense>
            <FilterChips list={list} onChoose={url.choose} />
          </Suspense>
        </div>
      )}
      {isSheetOpen !== undefined && (
        <Suspense>
          <FilterSheet
            isOpen={isSheetOpen}
            list={list}
            choices={choices}
            total={games.total}
            onChoose={url.choose}
            onClear={clear}
            onClose={() => setSheetOpen(false)}
          />
        </Suspense>
      )}
      <CatalogueList
        url={url}
        list={list}
        listKey={keyOf(list)}
        games={games}
        start={start}
        view={view}
        visit={visit}
        empty={empty}
        instead={instead}
        onClear={handleClear}
        renderPeek={renderPeek}
        onLongPress={onLongPress}
        selection={selection}
      />
      {selection && (
        <Suspense>
          <SelectionBar
            ids={[...selection.ids]}
            renderActions={props.renderActions}
            onClear={selection.clear}
            onEnd={end}
          />
        </Suspense>
      )}
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

/** Stored on the device. */
function useView(): [GridViewName, (view: GridViewName) => void] {
  const [view, setView] = useState(readView);
  const choose = (next: GridViewName) => {
    setView(next);
    storedView.set(next);
  };
  return [view, choose];
}

function readView(): GridViewName {
  const kept = storedView.get();
  return gridViews.find((view) => view === kept) ?? 'medium';
}

interface ViewChoiceProps {
  value: GridViewName;
  onChange(view: GridViewName): void;
}

const icons = {
  list: IconLayoutList,
  tiny: IconGridDots,
  small: IconGrid4x4,
  medium: IconLayoutGrid,
  large: IconRectangleVertical,
  huge: IconSquare,
};

/** Whether the games are shown as a list or as covers, and how large the covers are. */
function ViewChoice({ value, onChange }: ViewChoiceProps) {
  const { t } = useTranslation('games');
  return (
    <fieldset className={viewChoiceStyles.choice} aria-label={t('size.label')}>
      {gridViews.map((view) => {
        const Icon = icons[view];
        return (
          <label key={view} className={viewChoiceStyles.size} title={t(`size.${view}`)}>
            <input
              type="radio"
              name="view"
              aria-label={t(`size.${view}`)}
              checked={view === value}
              onChange={() => onChange(view)}
            />
            <Icon size={18} stroke={1.7} aria-hidden />
          </label>
        );
      })}
    </fieldset>
  );
}
