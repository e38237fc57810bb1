// What is searched and filtered for, kept in the URL, so that a reload or a shared link shows the same list.
import { useSearchParams } from 'react-router';
import type { AccountState, UsersFilter } from './users.queries.ts';

export const accountStates = [
  'pending',
  'approved',
  'unverified',
  'suspended',
  'admin',
] as const satisfies AccountState[];

/** A URL may say anything; what it does not say rightly is as if it said nothing. The search is what the field shows. */
export function readUsersFilter(params: URLSearchParams): UsersFilter {
  const page = Number(params.get('page'));
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    search: (params.get('search') ?? '').slice(0, 254),
    state: accountStates.find((state) => state === params.get('state')),
  };
}

/** The URL for a changed filter. Whatever but the page is changed leads back to page 1. */
export function changedParams(params: URLSearchParams, change: Partial<UsersFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ page: 1, ...change })) {
    if (value && value !== 1) next.set(name, String(value));
    else next.delete(name);
  }
  return next;
}

export function useUsersFilter() {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<UsersFilter>) =>
    // From the address itself: two changes may come between two renders.
    setParams(changedParams(new URLSearchParams(window.location.search), part), { replace: true });
  return { filter: readUsersFilter(params), change };
}
