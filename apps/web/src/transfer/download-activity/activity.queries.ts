import { adminApi } from '@cellar/contract/admin-api.ts';
import type { QueryInputOf } from '@cellar/contract/endpoint.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import type { RunningDownload } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { SpeedWindow } from '#lib/speed-window.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';

const historyPerPage = 10;
const loggedPerPage = 20;
const watchMs = 5000;
const liveMs = 2000;

export const historyQuery = (client: ApiClient, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.activity, 'own', page],
    queryFn: ({ signal }) =>
      client.call(memberApi.myActivity, { query: { page, limit: historyPerPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => refetchIntervalOf(state.data),
  });

type LogQuery = QueryInputOf<typeof adminApi.allActivity>;

export interface ActivityFilter {
  page: number;
  member: string;
  game: string;
  status: Exclude<NonNullable<LogQuery['status']>, ''> | undefined;
  /** The first and the last day, as `YYYY-MM-DD`. */
  from: string | undefined;
  to: string | undefined;
}

/** Returns the filter to send, with trimmed texts. The fields keep the untrimmed texts. */
export function trimmedFilter<Filter extends Pick<ActivityFilter, 'member' | 'game'>>(
  filter: Filter,
): Filter {
  return { ...filter, member: filter.member.trim(), game: filter.game.trim() };
}

export function activityLogQuery(client: ApiClient, filter: ActivityFilter) {
  const asked = trimmedFilter(filter);
  return queryOptions({
    queryKey: [...queryKeys.activity, 'log', asked],
    queryFn: ({ signal }) =>
      client.call(adminApi.allActivity, { query: { ...asked, limit: loggedPerPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => refetchIntervalOf(state.data),
  });
}

/** Returns the refetch interval in milliseconds while a download of the page is running, otherwise false. */
function refetchIntervalOf(page: { activities: { downloadStatus: string }[] } | undefined): number | false {
  const isRunning = page?.activities.some(({ downloadStatus }) => downloadStatus === 'in_progress');
  return isRunning ? watchMs : false;
}

export const activityStatsQuery = (client: ApiClient, days: number) =>
  queryOptions({
    queryKey: [...queryKeys.activity, 'stats', days],
    queryFn: ({ signal }) => client.call(adminApi.activityStats, { query: { days }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export type LiveDownload = RunningDownload & { speed: number };

/** `speeds` holds previous byte counts. It lives as long as the view. */
export const runningQuery = (client: ApiClient, speeds: Map<string, SpeedWindow>) =>
  queryOptions({
    queryKey: [...queryKeys.activity, 'running'],
    queryFn: async ({ signal }) => {
      const { downloads, total } = await client.call(adminApi.runningDownloads, { signal });
      const now = performance.now();
      const live = downloads.map((download): LiveDownload => {
        const window = speeds.get(download._id) ?? new SpeedWindow();
        speeds.set(download._id, window);
        return { ...download, speed: window.add(now, download.bytesSent) };
      });
      return { downloads: live, total };
    },
    staleTime: 0,
    refetchInterval: liveMs,
  });

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
