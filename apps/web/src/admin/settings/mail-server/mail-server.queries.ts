import { adminApi } from '@cellar/contract/admin-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const mailServerQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.mailServer,
    queryFn: ({ signal }) => client.call(adminApi.getMailServer, { signal }),
    // Refetched to show changes by other admins. Unsaved changes stay in the form.
    staleTime: 0,
  });
