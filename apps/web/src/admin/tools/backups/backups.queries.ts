import { adminApi } from '@cellar/contract/admin-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const watchRunningMs = 2000;
const watchMs = 60_000;

export const backupsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.backups,
    queryFn: ({ signal }) => client.call(adminApi.getBackups, { signal }),
    staleTime: 0,
    // The schedule or another admin may have started one.
    refetchInterval: ({ state }) => (state.data?.running ? watchRunningMs : watchMs),
  });
