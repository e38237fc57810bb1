import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { DownloadPlan, ListChoice } from '@cellar/contract/transfer/download-lists.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** What a list would contain. Asked for by POST because of its length; changes nothing. */
export const downloadPlanQuery = (client: ApiClient, choice: ListChoice) =>
  queryOptions({
    queryKey: queryKeys.downloadPlan(choice),
    queryFn: ({ signal }): Promise<DownloadPlan> =>
      client.call(deferredApi.planDownloadList, { body: choice, signal }),
    placeholderData: keepPreviousData,
    // Files may have come or gone since the dialog was last open.
    gcTime: 0,
  });
