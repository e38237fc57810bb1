// The catalogue: filter bar, view, number of games, grid and letter strip.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import { IconChecklist, IconGridDots, IconLayoutGrid, IconLayoutList, IconSquare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useApi } from '#lib/services-context.ts';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import { type Position, storedPosition } from '#ui/lists/grid-scroller.ts';
import { visitQuery } from '../game/marks/marks.queries.ts';
import { type GameList, isFiltered, listKey } from '../games.queries.ts';
import { activeValues } from './active-values.ts';
import styles from './catalogue.module.css';
import { CatalogueList, useCatalogueSelection } from './catalogue-list.tsx';
import { FilterBar, type SeveralOf, useFilterChoices } from './filter-bar.tsx';
import { useGamePages } from './grid/game-list.ts';
import { type GridViewName, gridViews } from './grid/grid-layout.ts';
import { readView, storedView } from './grid/use-grid-view.ts';
import type { CatalogueUrl } from './use-catalogue-url.ts';
import viewChoiceStyles from './view-choice.module.css';

const FilterSheet = lazyWithTexts(async () => (await import('./filter-sheet.tsx')).FilterSheet, 'member');
const FilterChips = lazyWithTexts(async () => (await import('./filter-chips.tsx')).FilterChips, 'member');

const SelectionBar = lazyComponent(async () => (await import('./selection-bar.tsx')).SelectionBar);

export interface CatalogueProps {
  url: CatalogueUrl;
  /** Whether the preferred sort order is known. */
  isReady: boolean;
  /** Shown when the library is empty. */
  empty: ReactNode;
  /** What to do about a game that no search finds. */
  instead(search: string): ReactNode;
  /** Renders facts and actions of a game below its title, or at the end of its row. */
  renderPeek(game: GameListItem, isRow: boolean): ReactNode;
  /** A long press by touch on a game. */
  onLongPress(game: GameListItem): void;
  /** Renders what can be done with selected games. */
  renderActions(ids: readonly string[]): ReactNode;
}

export function Catalogue(props: CatalogueProps) {
  const { url, isReady, empty, instead, renderPeek, onLongPress } = props;
  const { t } = useTranslation('games');
  const [typed, setTyped] = useTypedSearch(url.list.search, url.setSearch);
  const list = useSameList({ ...url.list, search: typed });
  const start = useStart(keyOf(list), url.isReturn && typed === url.list.search);
  const games = useGamePages(list, start?.index ?? 0, isReady);
  const [view, setView] = useView();
  const [sheet, setSheet] = useState<OpenSheet>();
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
        <Button
          className={styles.select}
          variant="subtle"
          size="compact-sm"
          aria-label={t('selection.begin')}
          aria-pressed={selection !== undefined}
          onClick={selection ? end : begin}
        >
          <IconChecklist size={18} stroke={1.7} aria-hidden />
          <span className={styles.selectText}>{t('selection.begin')}</span>
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
          onOpen={(only) => setSheet({ only, isOpen: true })}
        />
      </div>
      {activeValues(list).length > 0 && (
        <div className={styles.chips}>
          <Suspense>
            <FilterChips list={list} onChoose={url.choose} onClear={clear} />
          </Suspense>
        </div>
      )}
      {sheet && (
        <Suspense>
          <FilterSheet
            {...sheet}
            list={list}
            choices={choices}
            total={games.total}
            onChoose={url.choose}
            onClear={clear}
            onClose={() => setSheet({ ...sheet, isOpen: false })}
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

/** The sheet of filters stays mounted, because it fades out. */
interface OpenSheet {
  only: SeveralOf | undefined;
  isOpen: boolean;
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

interface ViewChoiceProps {
  value: GridViewName;
  onChange(view: GridViewName): void;
}

const icons = {
  list: IconLayoutList,
  small: IconGridDots,
  medium: IconLayoutGrid,
  large: IconSquare,
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
