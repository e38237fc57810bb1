// The grid of covers. Only visible rows are mounted, however long the list is. The grid is a single Tab stop, and the
// arrow keys move inside it.
import { type MouseEvent, type ReactNode, useCallback, useEffect } from 'react';
import { isPlainClick } from '#lib/plain-click.ts';
import { useLatest } from '#lib/use-latest.ts';
import { GameCard } from './game-card.tsx';
import styles from './game-grid.module.css';
import type { CoverSize } from './grid-layout.ts';
import { slotsOf } from './grid-slots.ts';
import type { IndexRange } from './page-window.ts';
import { mappedHeight } from './scroll-map.ts';
import type { Position } from './stored-position.ts';
import type { GamePages } from './use-game-pages.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridView, useScrollToStart } from './use-grid-view.ts';

export interface GameGridProps {
  label: string;
  /** Identifies the list; a new key starts a new list. */
  list: string;
  /** Where the list starts; undefined means its top. */
  start: Position | undefined;
  games: GamePages;
  size: CoverSize;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  /** Called when scrolling stops, with the position, or undefined at the top. */
  onScrollEnd(position: Position | undefined): void;
  /** Renders the letter strip beside the grid. */
  renderStrip: ((inView: IndexRange, onJump: (index: number) => void) => ReactNode) | undefined;
}

export function GameGrid(props: GameGridProps) {
  const { label, list, start, games, size, hrefOf, onScrollEnd, renderStrip } = props;
  const { count, total, gameAt, setInView } = games;
  const { root, layout, place, scroller } = useGridView({ count, size, onScrollEnd });
  const columns = layout?.columns ?? 1;
  const isReady = layout !== undefined && total !== undefined;
  const startedList = useScrollToStart(scroller, { list, start, isReady });
  const rowsInView = Math.max(1, place.lastRow - place.firstRow - 1);
  const keys = useGridKeys(root, { list, shape: { columns, count, rowsInView }, scroller });
  const handleOpen = useOpenOnClick(props.onOpen);
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
        <ul className={styles.grid} aria-label={label} style={{ height: heightOf(count, layout) }}>
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
                  game={game}
                  href={game && hrefOf(game._id)}
                  isTabStop={index === tabStop}
                  isEager={index <= slots.inView.last && place.firstRow === 0}
                  onOpen={handleOpen}
                  onKeyDown={keys.onKeyDown}
                  onFocus={keys.onFocus}
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

function heightOf(count: number, layout: { columns: number; rowHeight: number } | undefined): number {
  return layout ? mappedHeight(Math.ceil(count / layout.columns) * layout.rowHeight) : 0;
}

/** A plain click opens the game in the overlay; the browser handles clicks with modifier keys. */
function useOpenOnClick(onOpen: (id: string) => void) {
  const open = useLatest(onOpen);
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { id } = event.currentTarget.dataset;
      if (!id || !isPlainClick(event)) return;
      event.preventDefault();
      // Safari does not focus a clicked link, but the focus must return to it when the overlay closes.
      event.currentTarget.focus({ preventScroll: true });
      open.current(id);
    },
    [open],
  );
}
