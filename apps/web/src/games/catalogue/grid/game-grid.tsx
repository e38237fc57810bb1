// The grid of covers. Only visible rows are mounted, however long the list is. The grid is a single Tab stop, and the
// arrow keys move inside it.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useLongPress } from '#games/use-long-press.ts';
import { isPlainClick } from '#lib/navigation.ts';
import { useLatest } from '#lib/use-latest.ts';
import { type GridScroller, mappedHeight, type Position } from '#ui/lists/grid-scroller.ts';
import type { RangeSelection } from '#ui/lists/use-range-selection.ts';
import { GameCard } from './game-card.tsx';
import styles from './game-grid.module.css';
import type { GamePages, IndexRange } from './game-list.ts';
import { type GridShape, type GridViewName, indexAfter, slotsOf } from './grid-layout.ts';
import { useGridView, useScrollToStart } from './use-grid-view.ts';

/** The index at which another part of the list begins, and the name of that part. */
export interface Divider {
  index: number;
  label: string;
}

export interface Badges {
  isFavorite: boolean;
  isNew: boolean;
}

export interface GridSelection extends Pick<RangeSelection<string>, 'toggle' | 'extendTo'> {
  ids: ReadonlySet<string>;
}

export interface GameGridProps {
  label: string;
  /** Identifies the list; a new key starts a new list. */
  list: string;
  /** Where the list starts; undefined means its top. */
  start: Position | undefined;
  games: Pick<GamePages, 'count' | 'total' | 'gameAt' | 'setInView'>;
  view: GridViewName;
  dividers: readonly Divider[];
  hrefOf(id: string): string;
  onOpen(id: string): void;
  /** Called when scrolling stops, with the position, or undefined at the top. */
  onScrollEnd(position: Position | undefined): void;
  /** Whether the game is a favorite, and whether it is new to the member. */
  badgesOf(game: GameListItem): Badges;
  /** Renders facts and actions of a game below its title, or at the end of its row. */
  renderPeek(game: GameListItem, isRow: boolean): ReactNode;
  /** A long press by touch on a game. */
  onLongPress(game: GameListItem): void;
  /** Undefined while games are not being selected: then a click opens a game. */
  selection: GridSelection | undefined;
  /** Renders the letter strip beside the grid. */
  renderStrip: ((inView: IndexRange, onJump: (index: number) => void) => ReactNode) | undefined;
}

export function GameGrid(props: GameGridProps) {
  const { label, list, start, games, view, dividers, hrefOf, onScrollEnd, renderStrip } = props;
  const { count, total, gameAt, setInView } = games;
  const { root, layout, place, scroller } = useGridView({ count, view, onScrollEnd });
  const columns = layout?.columns ?? 1;
  const isReady = layout !== undefined && total !== undefined;
  const startedList = useScrollToStart(scroller, { list, start, isReady });
  const rowsInView = Math.max(1, place.lastRow - place.firstRow - 1);
  const keys = useGridKeys(root, { list, shape: { columns, count, rowsInView }, scroller });
  const peek = usePeek();
  const isRow = layout?.isList ?? false;
  const press = useLongPress({
    isPressable: (target) => linkAt(target) !== null,
    onPress: (target) => {
      const link = linkAt(target);
      const game = gameAt(Number(link?.dataset.index));
      if (!game) return;
      // What opens returns the focus here.
      link?.focus({ preventScroll: true });
      props.onLongPress(game);
    },
  });
  const { selection } = props;
  const handleClick = useClick({ onOpen: props.onOpen, selection, wasPressed: press.wasPressed });
  const peeked = useLatest(props.renderPeek);
  const renderPeek = useCallback((game: GameListItem) => peeked.current(game, isRow), [peeked, isRow]);
  const handleFocus = useCallback(
    (index: number) => {
      keys.onFocus(index);
      peek.onFocus(index);
    },
    [keys.onFocus, peek.onFocus],
  );
  const isFirstLoad = total === undefined && !gameAt(0);
  const isLoaded = (index: number) => gameAt(index) !== undefined;
  const slots = slotsOf({ columns, count, ...place, active: keys.active, isFirstLoad, isLoaded });
  const { first, last } = slots.wanted;
  useEffect(() => {
    if (startedList.current === list) setInView({ first, last });
  }, [startedList, list, setInView, first, last]);
  const tabStop = isWithin(slots.inView, keys.active) ? keys.active : slots.inView.first;
  return (
    <div className={styles.body} data-strip={renderStrip ? true : undefined}>
      <div ref={root} className={styles.root}>
        <ul
          className={styles.grid}
          aria-label={label}
          style={{ height: heightOf(count, layout) }}
          {...press.handlers}
          onBlur={(event: FocusEvent) => {
            if (!event.currentTarget.contains(event.relatedTarget)) peek.onBlur();
          }}
        >
          {layout &&
            slots.indices.map((index) => {
              const game = gameAt(index);
              return (
                <GameCard
                  key={index}
                  index={index}
                  total={total ?? -1}
                  top={Math.floor(index / columns) * layout.rowHeight - place.base}
                  left={(index % columns) * layout.columnStep}
                  width={layout.cardWidth}
                  isRow={isRow}
                  divider={dividerAt(dividers, index, columns)}
                  {...(game && props.badgesOf(game))}
                  renderPeek={!selection && (isRow || peek.index === index) ? renderPeek : undefined}
                  game={game}
                  href={game && hrefOf(game._id)}
                  isTabStop={index === tabStop}
                  isEager={index <= slots.inView.last && place.firstRow === 0}
                  isSelected={game && selection?.ids.has(game._id)}
                  onClick={handleClick}
                  onKeyDown={keys.onKeyDown}
                  onFocus={handleFocus}
                  onHover={peek.onHover}
                />
              );
            })}
        </ul>
      </div>
      {renderStrip?.(slots.inView, (index) => scroller.reveal(index, 'start'))}
    </div>
  );
}

function isWithin({ first, last }: IndexRange, index: number | undefined): index is number {
  return index !== undefined && index >= first && index <= last;
}

const rest: { label?: string } = {};

/** The line runs above the rest of the row of the divider, and above the beginning of the next row. */
function dividerAt(dividers: readonly Divider[], index: number, columns: number) {
  const divider = dividers.find((one) => index >= one.index && index < one.index + columns);
  if (!divider) return undefined;
  return index === divider.index ? divider : rest;
}

function linkAt(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('a[data-index]');
}

function heightOf(count: number, layout: { columns: number; rowHeight: number } | undefined): number {
  return layout ? mappedHeight(Math.ceil(count / layout.columns) * layout.rowHeight) : 0;
}

interface ClickOptions extends Pick<GameGridProps, 'onOpen' | 'selection'> {
  /** Whether the click ends a long press, which has done something else. */
  wasPressed(click: MouseEvent): boolean;
}

/** A plain click opens the game in the overlay, or selects it; the browser handles clicks with modifier keys. */
function useClick(options: ClickOptions) {
  const latest = useLatest(options);
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { onOpen, selection, wasPressed } = latest.current;
      const { id } = event.currentTarget.dataset;
      if (!id || !(isPlainClick(event) || (selection && event.shiftKey))) return;
      event.preventDefault();
      if (wasPressed(event)) return;
      // Safari does not focus a clicked link, but the focus must return to it when the overlay closes.
      event.currentTarget.focus({ preventScroll: true });
      if (!selection) onOpen(id);
      else if (event.shiftKey) selection.extendTo(id);
      else selection.toggle(id);
    },
    [latest],
  );
}

/** A mouse that moves on sooner, or a list that scrolls under it, shows nothing. */
const restMs = 120;

/** Which game of the grid shows its facts and actions: the focused one, or the one under the mouse once it rests there. */
function usePeek() {
  const [index, setIndex] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onHover = useCallback((next: number | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIndex(next), restMs);
  }, []);
  const onFocus = useCallback((next: number) => {
    clearTimeout(timer.current);
    setIndex(next);
  }, []);
  const onBlur = useCallback(() => {
    clearTimeout(timer.current);
    setIndex(undefined);
  }, []);
  return { index, onHover, onFocus, onBlur };
}

interface GridKeys {
  /** The index of the game that last had the focus. It stays mounted when it is scrolled out of view. */
  active: number | undefined;
  onFocus(index: number): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** Keyboard and focus handling of the grid: the Tab stop and the target of each key. */
function useGridKeys(
  root: RefObject<HTMLElement | null>,
  { list, shape, scroller }: { list: string; shape: GridShape; scroller: GridScroller },
): GridKeys {
  const [focused, setFocused] = useState<{ list: string; index: number }>();
  const latest = useLatest({ list, shape });
  const onFocus = useCallback((index: number) => setFocused({ list: latest.current.list, index }), [latest]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      // The actions of a card are beside its link.
      const link = event.currentTarget.querySelector<HTMLElement>('[data-index]');
      const from = Number(link?.dataset.index);
      const index = indexAfter(event.key, from, latest.current.shape);
      // At an edge, the key leaves the grid (app/gamepad/arrow-keys.ts).
      if (index === undefined || (index === from && event.key.startsWith('Arrow'))) return;
      event.preventDefault();
      flushSync(() => onFocus(index));
      scroller.reveal(index, 'nearest');
      root.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
    },
    [root, scroller, latest, onFocus],
  );
  const isHere = focused?.list === list && focused.index < shape.count;
  return { active: isHere ? focused.index : undefined, onFocus, onKeyDown };
}
