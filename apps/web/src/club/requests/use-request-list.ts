// Keeps the filter of the requests in the URL.
import { requestFilters, requestSorts } from '@cellar/contract/club/rules/requests.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import type { RequestList } from './requests.queries.ts';

export const maxSearchLength = 200;

/** Ignores invalid values. The search is not trimmed, because the field shows it. */
export function readRequestList(params: URLSearchParams): RequestList {
  return {
    page: pageOf(params),
    show: requestFilters.find((filter) => filter === params.get('show')) ?? 'waiting',
    sort: requestSorts.find((sort) => sort === params.get('sort')) ?? 'votes',
    search: (params.get('search') ?? '').slice(0, maxSearchLength),
  };
}

export const useRequestList = () => useUrlFilter(readRequestList);
