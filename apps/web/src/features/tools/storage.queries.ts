// Temporary files, what the library takes up, and the check of its files.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';

export const tempStatusKey = ['temp-status'] as const;
export const storageKey = ['storage'] as const;

const watchRunningMs = 2000;
const watchMs = 60_000;

export const tempStatusQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: tempStatusKey,
    queryFn: ({ signal }) => client.call(api.getTempStatus, { signal }),
    staleTime: 0,
    refetchInterval: limits.tempRefreshMs,
  });

/** `since`: the end of the last check, which counts what the database does not know. */
export const storageQuery = (client: ApiClient, since: string | undefined) =>
  queryOptions({
    queryKey: [...storageKey, 'usage', since],
    queryFn: ({ signal }) => client.call(api.getStorage, { signal }),
    placeholderData: keepPreviousData,
  });

export const storageCheckQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...storageKey, 'check'],
    queryFn: ({ signal }) => client.call(api.getStorageCheck, { signal }),
    staleTime: 0,
    // Another admin, or another node, may have started one.
    refetchInterval: ({ state }) => (state.data?.running ? watchRunningMs : watchMs),
  });
