import { describe, expect, it } from 'vitest';
import { pageOf, pagesToDrop, pagesToRequest } from './game-list.ts';

const loaded = (total: number | undefined, ...pages: number[]) => ({
  total,
  has: (page: number) => pages.includes(page),
});

describe('pageOf', () => {
  it('puts 24 games on a page', () => {
    expect([0, 23, 24, 47, 48].map(pageOf)).toEqual([1, 1, 2, 2, 3]);
  });
});

describe('pagesToRequest', () => {
  it('requests one page while the length of the list is unknown', () => {
    expect(pagesToRequest({ first: 0, last: 11 }, loaded(undefined))).toEqual([1]);
    expect(pagesToRequest({ first: 70, last: 80 }, loaded(undefined))).toEqual([3]);
  });

  it('requests the visible pages at any position', () => {
    expect(pagesToRequest({ first: 4790, last: 4830 }, loaded(100_000, 1, 2))).toEqual([200, 201, 202]);
  });

  it('requests the next page once 80 % of the consecutive loaded games are scrolled past', () => {
    // Two pages have 48 games, and 80 % of 48 is 38.4.
    expect(pagesToRequest({ first: 24, last: 37 }, loaded(100, 1, 2))).toEqual([2]);
    expect(pagesToRequest({ first: 24, last: 38 }, loaded(100, 1, 2))).toEqual([2, 3]);
    expect(pagesToRequest({ first: 24, last: 38 }, loaded(100, 2))).toEqual([2]);
  });

  it('requests no page beyond the last one', () => {
    expect(pagesToRequest({ first: 24, last: 47 }, loaded(48, 1, 2))).toEqual([2]);
    expect(pagesToRequest({ first: 24, last: 95 }, loaded(50, 1, 2, 3))).toEqual([2, 3]);
    expect(pagesToRequest({ first: 0, last: 0 }, loaded(0, 1))).toEqual([1]);
  });

  it('requests only the last page if the list has become shorter than the scroll position', () => {
    expect(pagesToRequest({ first: 240, last: 260 }, loaded(30))).toEqual([2]);
  });
});

describe('pagesToDrop', () => {
  it('returns the pages farthest from the visible one', () => {
    expect(pagesToDrop([1, 2, 8, 9, 30], 9, 3)).toEqual([1, 30]);
    expect(pagesToDrop([1, 2], 9, 3)).toEqual([]);
  });
});
