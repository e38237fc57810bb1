// What the log of downloads is filtered by, kept in the URL, so that a reload or a shared link shows the same list.
import { useSearchParams } from 'react-router';
import type { ActivityFilter } from './activity.queries.ts';

export const downloadStatuses = [
  'completed',
  'failed',
  'in_progress',
] as const satisfies ActivityFilter['status'][];

export const noFilter = { member: '', game: '', status: undefined, from: undefined, to: undefined } as const;

/** A URL may say anything; what it does not say rightly is as if it said nothing. Texts are what the fields show. */
export function readActivityFilter(params: URLSearchParams): ActivityFilter {
  const page = Number(params.get('page'));
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    member: lineOf(params.get('member')),
    game: lineOf(params.get('game')),
    status: downloadStatuses.find((status) => status === params.get('status')),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  };
}

export const isFiltered = ({ member, game, status, from, to }: ActivityFilter) =>
  Boolean(member || game || status || from || to);

function lineOf(text: string | null): string {
  return (text ?? '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(0, 200);
}

function dayOf(text: string | null): string | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // The 31st of February is read as a day in March.
  return new Date(Number.isNaN(time) ? 0 : time).toISOString().slice(0, 10) === text ? text : undefined;
}

/** The URL for a changed filter. Whatever but the page is changed leads back to page 1. */
export function changedParams(params: URLSearchParams, change: Partial<ActivityFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ page: 1, ...change })) {
    if (value && value !== 1) next.set(name, String(value));
    else next.delete(name);
  }
  return next;
}

export function useActivityFilter() {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<ActivityFilter>) =>
    // From the address itself: two changes may come between two renders.
    setParams(changedParams(new URLSearchParams(window.location.search), part), { replace: true });
  return { filter: readActivityFilter(params), change };
}
