import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import type { ActivityFilter } from './activity.queries.ts';

export const downloadStatuses = [
  'completed',
  'failed',
  'in_progress',
] as const satisfies ActivityFilter['status'][];

export const noFilter = { member: '', game: '', status: undefined, from: undefined, to: undefined } as const;

/** Ignores invalid values. Texts are not trimmed, because the fields show them. */
export function readActivityFilter(params: URLSearchParams): ActivityFilter {
  return {
    page: pageOf(params),
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
  // Date.parse accepts February 31 and returns a day in March.
  return new Date(Number.isNaN(time) ? 0 : time).toISOString().slice(0, 10) === text ? text : undefined;
}

export const useActivityFilter = () => useUrlFilter(readActivityFilter);
