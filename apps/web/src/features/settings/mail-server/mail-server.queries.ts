import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const mailServerQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.mailServer,
    queryFn: ({ signal }) => client.call(api.getMailServer, { signal }),
    // Refetched to show changes by other admins. Unsaved changes stay in the form.
    staleTime: 0,
  });
