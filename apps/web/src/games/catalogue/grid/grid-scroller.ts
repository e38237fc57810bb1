// Tracks which rows of the grid are visible, and scrolls to others. The window scrolls, or a frame around the list, and
// listeners are notified only when another row becomes visible. All rows have the same height, so nothing is measured.
import { type Covered, coveredHeight } from '#ui/covered-height.ts';
import type { GridLayout } from './grid-layout.ts';
import { baseAfter, hasDrifted, isNearEnd, mappedHeight, scrollAt } from './scroll-map.ts';
import type { Position } from './stored-position.ts';

export interface Place {
  /** The height in pixels of the part of the list above the element's top (scroll-map.ts). */
  base: number;
  firstRow: number;
  lastRow: number;
}

export interface ScrollerDeps {
  show(place: Place): void;
  /** Runs the callback and renders its result before the next frame. */
  renderNow(work: () => void): void;
}

const idleMs = 200;

type HandleScrollEnd = (position: Position | undefined) => void;

export class GridScroller {
  #deps: ScrollerDeps;
  #element: HTMLElement | undefined;
  #frame: HTMLElement | undefined;
  #onScrollEnd: HandleScrollEnd | undefined;
  #layout: GridLayout | undefined;
  #count = 0;
  #place: Place = { base: 0, firstRow: 0, lastRow: 0 };
  /** The distance from the element's top up to the window's top at the last event. */
  #scroll = 0;
  /** The height of the bars at the top of the window. Read only when the layout changes. */
  #above = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: ScrollerDeps) {
    this.#deps = deps;
  }

  /**
   * Calls `onScrollEnd` when scrolling stops, with the position, or undefined at the top. `frame` scrolls the list, by
   * default the window. Returns a function that detaches the element.
   */
  attach(element: HTMLElement, onScrollEnd: HandleScrollEnd, frame?: HTMLElement): () => void {
    this.#element = element;
    this.#frame = frame;
    this.#onScrollEnd = onScrollEnd;
    const scrolling = this.#scrolling;
    scrolling.addEventListener('scroll', this.#handleScroll, { passive: true });
    window.addEventListener('resize', this.#handleScroll);
    return () => {
      if (this.#idle !== undefined) onScrollEnd(this.#position());
      clearTimeout(this.#idle);
      scrolling.removeEventListener('scroll', this.#handleScroll);
      window.removeEventListener('resize', this.#handleScroll);
    };
  }

  /** Sets the layout and the number of games. Keeps the first visible game in place. */
  setLayout(layout: GridLayout, count: number): void {
    const position = this.#layout && this.#layout !== layout ? this.#position() : undefined;
    this.#layout = layout;
    this.#count = count;
    this.#above = this.#covered.above;
    if (position) this.restore(position);
    else this.#update(this.#place.base);
  }

  restore({ index, hidden }: Position): void {
    const row = Math.min(this.#rowOf(index), Math.max(0, this.#rows - 1));
    this.#goTo((row + hidden) * this.#rowHeight - this.#covered.above);
  }

  toTop(): void {
    this.#scrolling.scrollTo({ top: 0, behavior: 'instant' });
    this.#update(0);
  }

  /** Scrolls a game to the top, or only as far as necessary. */
  reveal(index: number, align: 'start' | 'nearest'): void {
    const { above, below } = this.#covered;
    const row = this.#rowOf(index);
    // The first row is shown with what is above the list, if there is room for both.
    if (row === 0) this.toTop();
    const top = row * this.#rowHeight;
    const offset = this.#scrollNow() + this.#place.base;
    const lowest = top - above;
    const highest = top + this.#rowHeight + below - this.#viewHeight;
    if ((align === 'start' && row > 0) || offset > lowest) this.#goTo(lowest);
    else if (offset < highest) this.#goTo(Math.min(highest, lowest));
  }

  get #scrolling(): HTMLElement | Window {
    return this.#frame ?? window;
  }

  get #viewHeight(): number {
    return this.#frame?.clientHeight ?? window.innerHeight;
  }

  get #rowHeight(): number {
    return this.#layout?.rowHeight ?? 1;
  }

  get #rows(): number {
    return Math.ceil(this.#count / (this.#layout?.columns ?? 1));
  }

  get #span() {
    return { whole: this.#rows * this.#rowHeight, view: this.#viewHeight };
  }

  #rowOf(index: number): number {
    return Math.floor(index / (this.#layout?.columns ?? 1));
  }

  #scrollNow(): number {
    const top = this.#frame?.getBoundingClientRect().top ?? 0;
    return top - (this.#element?.getBoundingClientRect().top ?? 0);
  }

  #handleScroll = (): void => {
    this.#deps.renderNow(() => {
      const scroll = this.#scrollNow();
      const base = baseAfter({ from: this.#scroll, to: scroll, base: this.#place.base }, this.#span);
      if (this.#isMapped && isNearEnd(scroll, this.#span)) this.#goTo(scroll + base);
      else this.#update(base);
    });
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#handleScrollEnd, idleMs);
  };

  #handleScrollEnd = (): void => {
    this.#idle = undefined;
    const { base } = this.#place;
    const scroll = this.#scrollNow();
    if (this.#isMapped && hasDrifted({ scroll, base }, this.#span)) {
      this.#deps.renderNow(() => this.#goTo(scroll + base));
    }
    this.#onScrollEnd?.(this.#position());
  };

  get #isMapped(): boolean {
    const { whole } = this.#span;
    return mappedHeight(whole) < whole;
  }

  #goTo(offset: number): void {
    const base = this.#isMapped ? Math.round(offset - scrollAt(offset, this.#span)) : 0;
    this.#scrolling.scrollBy({ top: offset - base - this.#scrollNow(), behavior: 'instant' });
    this.#update(base);
  }

  #update(base: number): void {
    this.#scroll = this.#scrollNow();
    const offset = this.#scroll + base;
    const rowAt = (y: number) =>
      Math.min(Math.max(0, Math.floor(y / this.#rowHeight)), Math.max(0, this.#rows - 1));
    const firstRow = rowAt(offset + this.#above);
    const place = { base, firstRow, lastRow: rowAt(offset + this.#viewHeight) };
    const shown = this.#place;
    this.#place = place;
    const isSame =
      place.base === shown.base && place.firstRow === shown.firstRow && place.lastRow === shown.lastRow;
    if (!isSame) this.#deps.show(place);
  }

  /** Returns the position at the last event, because a new layout has already moved all rows. */
  #position(): Position | undefined {
    const top = (this.#scroll + this.#place.base + this.#covered.above) / this.#rowHeight;
    if (top <= 0) return undefined;
    const row = Math.floor(top);
    return { index: row * (this.#layout?.columns ?? 1), hidden: top - row };
  }

  get #covered(): Covered {
    const scroller = this.#frame ?? document.documentElement;
    return coveredHeight(scroller, this.#element ?? scroller);
  }
}
