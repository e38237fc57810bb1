import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { type GameList, queryOf } from '../games.queries.ts';

export const savedFiltersQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.savedFilters,
    queryFn: ({ signal }) => client.call(deferredApi.listSavedFilters, { signal }),
  });

export function useSaveFilter() {
  const client = useApi();
  const cache = useQueryClient();
  const { t } = useTranslation('filters');
  return useMutation({
    mutationFn: ({ name, list }: { name: string; list: GameList }) => {
      const filter = { ...queryOf(list), decade: [...list.decade] };
      return client.call(deferredApi.saveFilter, { body: { name, filter } });
    },
    // Here, because the sheet may be closed by then.
    onError: (error) => toastRefusal(error, t('saved.saveFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.savedFilters }),
  });
}

export function useDeleteFilter() {
  const client = useApi();
  const cache = useQueryClient();
  const { t } = useTranslation('filters');
  return useMutation({
    mutationFn: (id: string) => client.call(deferredApi.deleteSavedFilter, { params: { id } }),
    onError: (error) => toastRefusal(error, t('saved.deleteFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.savedFilters }),
  });
}
