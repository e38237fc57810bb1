import type { Checklist } from '@cellar/contract/admin/site.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const refreshMs = 15_000;

export const checklistQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.checklist,
    queryFn: async ({ signal }): Promise<Checklist['done']> =>
      (await client.call(adminApi.getChecklist, { signal })).done,
    staleTime: 0,
    // Notices uploads, scans and other admins, as long as something is left to do.
    refetchInterval: ({ state: { data } }: { state: { data: Checklist['done'] | undefined } }) => {
      const isLeft = data && Object.values(data).includes(false);
      return isLeft ? refreshMs : false;
    },
  });
