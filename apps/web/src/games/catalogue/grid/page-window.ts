// Decides which pages of the list to load and which to drop during scrolling.
import { limits } from '@cellar/contract/rules/limits.ts';

/** The indices of the first and last game that are visible or almost visible. */
export interface IndexRange {
  first: number;
  last: number;
}

export interface Loaded {
  /** Undefined until the first answer. */
  total: number | undefined;
  has(page: number): boolean;
}

const size = limits.gamesPerPage;

export function pageOf(index: number): number {
  return Math.floor(index / size) + 1;
}

/** Returns the visible pages, and the next page once four fifths of the consecutive loaded games are scrolled past. */
export function pagesToRequest({ first, last }: IndexRange, loaded: Loaded): number[] {
  const lastPage = loaded.total === undefined ? pageOf(first) : Math.max(1, Math.ceil(loaded.total / size));
  const to = Math.min(pageOf(last), lastPage);
  const from = Math.min(pageOf(first), to);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const next = loaded.has(to) ? pageAfterRun(to, last, loaded) : undefined;
  return next === undefined || next > lastPage ? pages : [...pages, next];
}

function pageAfterRun(page: number, lastInView: number, { has }: Loaded): number | undefined {
  let begin = page;
  let end = page;
  while (has(begin - 1)) begin -= 1;
  while (has(end + 1)) end += 1;
  const seen = lastInView + 1 - (begin - 1) * size;
  return seen >= limits.scrollThreshold * (end - begin + 1) * size ? end + 1 : undefined;
}

/** Returns the pages farthest from `current`, beyond the `kept` nearest ones. */
export function pagesToDrop(pages: number[], current: number, kept: number): number[] {
  const byDistance = pages.toSorted((a, b) => Math.abs(a - current) - Math.abs(b - current));
  return byDistance.slice(kept);
}
