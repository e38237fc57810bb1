// Tracks which rows of a grid or a table are visible, and scrolls to others. The window scrolls, or a frame around the list, and
// listeners are notified only when another row becomes visible. All rows have the same height, so nothing is measured.

import { inTab, storedJson } from '#lib/stored.ts';
import { type Covered, coveredHeight } from '../covered-height.ts';

interface Layout {
  columns: number;
  /** In CSS pixels, like all lengths here. */
  rowHeight: number;
}

export interface Place {
  /** The height of the part of the list above the element's top. */
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
  #layout: Layout | undefined;
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
  setLayout(layout: Layout, count: number): void {
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

// Maps a list that is taller than browsers allow (Chromium: 2^25 device pixels, with imprecise rendering well below
// that) to a shorter page. Small steps scroll list and page by the same distance; a leap, for example by the scroll
// bar, goes to the same relative position in the list. `base` is the part of the list above the element's top.

export interface Span {
  /** The height of the list in pixels. */
  whole: number;
  /** The height of the window in pixels. */
  view: number;
}

/**
 * The maximum height of the page in CSS pixels. Up to this height, scroll positions have a resolution of one device
 * pixel at three device pixels per CSS pixel.
 */
const maxMapped = 4_000_000;
/**
 * Within this distance from either end, page and list scroll in step, so that the first and last game are always
 * reachable.
 */
const edge = 100_000;
/** A step of more than this many window heights is a leap. */
const leapWindows = 8;
/** How far the scroll position may deviate before it is corrected, in pixels. */
const tolerance = maxMapped / 20;

export function mappedHeight(whole: number): number {
  return Math.min(whole, maxMapped);
}

/** Returns the page's scroll position for an offset in the list. */
export function scrollAt(offset: number, { whole, view }: Span): number {
  const mapped = mappedHeight(whole);
  if (offset <= edge || mapped === whole) return offset;
  const fromEnd = whole - view - offset;
  if (fromEnd <= edge) return mapped - view - fromEnd;
  return edge + (offset - edge) / stretch({ whole, view });
}

/** Returns the offset in the list for the page's scroll position. */
export function offsetAt(scroll: number, { whole, view }: Span): number {
  const mapped = mappedHeight(whole);
  if (scroll <= edge || mapped === whole) return scroll;
  const fromEnd = mapped - view - scroll;
  if (fromEnd <= edge) return whole - view - fromEnd;
  return edge + (scroll - edge) * stretch({ whole, view });
}

function stretch({ whole, view }: Span): number {
  return (whole - view - 2 * edge) / (mappedHeight(whole) - view - 2 * edge);
}

/** Returns the base after the page was scrolled from one position to another. */
export function baseAfter(step: { from: number; to: number; base: number }, span: Span): number {
  if (mappedHeight(span.whole) === span.whole) return 0;
  const isLeap = Math.abs(step.to - step.from) > leapWindows * span.view;
  return isLeap ? Math.round(offsetAt(step.to, span) - step.to) : step.base;
}

/** Returns whether the page is so close to its end that the list's own end might be unreachable. */
export function isNearEnd(scroll: number, { whole, view }: Span): boolean {
  return scroll < edge / 2 || scroll > mappedHeight(whole) - view - edge / 2;
}

/** Returns whether the scroll bar's thumb deviates too much. */
export function hasDrifted({ scroll, base }: { scroll: number; base: number }, span: Span): boolean {
  return Math.abs(scroll - scrollAt(scroll + base, span)) > tolerance;
}

// Remembers the user's position in a list for reloads and returns. Positions are game indices instead of pixels, so
// that they remain valid in windows of other sizes.

export interface Position {
  /** The index of the first visible game. */
  index: number;
  /** The share of its row that is scrolled out of view, from 0 to 1. */
  hidden: number;
}

const storage = storedJson('gamesPositions', inTab);
const maxKept = 30;

export function storedPosition(list: string): Position | undefined {
  return read().find(([key]) => key === list)?.[1];
}

/** Stores a position; undefined means the top of the list. */
export function storePosition(list: string, position: Position | undefined): void {
  const others = read().filter(([key]) => key !== list);
  const next = position ? [...others, [list, position]] : others;
  storage.set(next.slice(-maxKept));
}

function read(): [string, Position][] {
  const kept = storage.get();
  return Array.isArray(kept) ? kept.filter(isEntry) : [];
}

function isEntry(entry: unknown): entry is [string, Position] {
  const [key, position] = Array.isArray(entry) ? entry : [];
  return (
    typeof key === 'string' &&
    position?.index >= 0 &&
    Number.isSafeInteger(position.index) &&
    Number.isFinite(position?.hidden)
  );
}
