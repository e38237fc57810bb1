// Keeps the filter of the review in the URL.
import type { ItemState } from '@cellar/contract/folders/folders.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import type { ItemListFilter } from '../folders.queries.ts';

export const itemStates = ['found', 'adding', 'added', 'skipped', 'removed'] as const satisfies ItemState[];
export const shownParts = ['ready', 'problem', 'missing'] as const satisfies ItemListFilter['show'][];

/** `state` is undefined for `found`, so that the usual address is short. */
export interface ReviewFilter extends Omit<ItemListFilter, 'state'> {
  state: Exclude<ItemState, 'found'> | undefined;
}

/** Ignores invalid values. The search is not trimmed, because the field shows it. */
export function readReviewFilter(params: URLSearchParams): ReviewFilter {
  const text = (name: string, length: number) => (params.get(name) ?? '').slice(0, length);
  const state = itemStates.find((each) => each === params.get('state'));
  return {
    page: pageOf(params),
    folder: text('folder', 100),
    state: state === 'found' ? undefined : state,
    search: text('search', 200),
    platform: text('platform', 100),
    show: shownParts.find((part) => part === params.get('show')) ?? '',
  };
}

export const useReviewFilter = () => useUrlFilter(readReviewFilter);

/** Returns the filter as the server expects it. */
export function itemFilterOf({ page, ...filter }: ReviewFilter): Omit<ItemListFilter, 'page'> {
  return { ...filter, state: filter.state ?? 'found', search: filter.search.trim() };
}
