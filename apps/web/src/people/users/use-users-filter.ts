// Keeps the filter of the user list in the URL.
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import type { AccountState, UsersFilter } from './users.queries.ts';

export const accountStates = [
  'pending',
  'approved',
  'unverified',
  'suspended',
  'contributor',
  'admin',
] as const satisfies AccountState[];

/** Ignores invalid values. The search is not trimmed, because the field shows it. */
export function readUsersFilter(params: URLSearchParams): UsersFilter {
  return {
    page: pageOf(params),
    search: (params.get('search') ?? '').slice(0, 254),
    state: accountStates.find((state) => state === params.get('state')),
  };
}

export const useUsersFilter = () => useUrlFilter(readUsersFilter);
