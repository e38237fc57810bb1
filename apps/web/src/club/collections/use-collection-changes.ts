// Changes of collections. Afterwards, whatever is shown of them is loaded again.
import type {
  Collection,
  CollectionChange,
  NewCollection,
} from '@cellar/contract/club/collections.endpoints.ts';
import type { NightAnswer } from '@cellar/contract/club/rules/collections.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';

function useReload(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: queryKeys.collections.all });
}

export function useCreateCollection() {
  const client = useApi();
  const reload = useReload();
  return useMutation({
    mutationFn: (body: Partial<NewCollection> & { name: string }) =>
      client.call(deferredApi.createCollection, { body }),
    onSuccess: () => void reload(),
  });
}

export function useChangeCollection(id: string) {
  const client = useApi();
  const cache = useQueryClient();
  const reload = useReload();
  return useMutation({
    mutationFn: (body: CollectionChange) =>
      client.call(deferredApi.changeCollection, { params: { id }, body }),
    onSuccess: (changed) => {
      cache.setQueryData<Collection>(queryKeys.collections.one(id), changed);
      void reload();
    },
  });
}

export function useDeleteCollection({ _id: id, name }: Collection, onDeleted: () => void) {
  const { t } = useTranslation('collections');
  const client = useApi();
  const cache = useQueryClient();
  const reload = useReload();
  return useMutation({
    mutationFn: () => client.call(deferredApi.deleteCollection, { params: { id } }),
    onSuccess: async () => {
      toast.success(t('done.deleted', { name }));
      onDeleted();
      for (const key of [queryKeys.collections.one(id), queryKeys.collections.games(id)]) {
        cache.removeQueries({ queryKey: key });
      }
      await reload();
    },
    onError: (error) => toast.error(errorText(error, t('failed.delete'))),
  });
}

/** Resolves with the number of games that were not in the collection before. */
export function useAddGames() {
  const { t } = useTranslation('collections');
  const client = useApi();
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, games }: { id: string; games: readonly string[] }) =>
      client.call(deferredApi.addToCollection, { params: { id }, body: { games: [...games] } }),
    onError: (error) => toastRefusal(error, t('failed.add')),
    onSettled: reload,
  });
}

export function useRemoveGame() {
  const { t } = useTranslation('collections');
  const client = useApi();
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, gameId }: { id: string; gameId: string }) =>
      client.call(deferredApi.removeFromCollection, { params: { id, gameId } }),
    onError: (error) => toastRefusal(error, t('failed.remove')),
    onSettled: reload,
  });
}

export function useAnswerNight(id: string) {
  const { t } = useTranslation('collections');
  const client = useApi();
  const cache = useQueryClient();
  const reload = useReload();
  return useMutation({
    mutationFn: (answer: NightAnswer | null) =>
      client.call(deferredApi.answerNight, { params: { id }, body: { answer } }),
    onSuccess: (night) => cache.setQueryData(queryKeys.collections.night(id), night),
    onError: (error) => toastRefusal(error, t('failed.answer')),
    onSettled: reload,
  });
}
