// Mutations for the platforms, each of which reports its result.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { OwnPlatform, PlatformContent } from '@cellar/contract/games/platforms.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { ownPlatformsQuery } from '#lib/own-platforms.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';

type Saved = PlatformContent & { _id?: string };

/** Adds a new platform, or saves an existing one. The form shows errors of its fields; others are shown as a toast. */
export function useSavePlatform(onSaved?: () => void) {
  const { t } = useTranslation('platforms');
  const client = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ _id, name, aliases, icon }: Saved) => {
      const body = { name, aliases, icon };
      return _id === undefined
        ? client.call(adminApi.addPlatform, { body })
        : client.call(adminApi.changePlatform, { params: { id: _id }, body });
    },
    onSuccess: ({ name }, { _id }) => {
      toast.success(t(_id === undefined ? 'added' : 'saved', { name }), limits.messageMs);
      onSaved?.();
    },
    onError: (error, { _id }) => {
      const isAtField = onSaved && error.body?.issues;
      if (!isAtField) toast.error(errorText(error, t(_id === undefined ? 'addFailed' : 'saveFailed')));
    },
    onSettled: refresh,
  });
}

export function useDeletePlatform(onSettled: () => void) {
  const { t } = useTranslation('platforms');
  const client = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => client.call(adminApi.deletePlatform, { params: { id } }),
    onSuccess: () => toast.success(t('deleted'), limits.messageMs),
    onError: (error) => toast.error(errorText(error, t('deleteFailed'))),
    onSettled: async () => {
      onSettled();
      await refresh();
    },
  });
}

/** Shows the new order at once, and refetches the list after saving. */
export function useOrderPlatforms() {
  const { t } = useTranslation('platforms');
  const client = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    // Runs saves one after the other, so that the last move determines the stored order.
    scope: { id: 'order-platforms' },
    mutationKey: queryKeys.platforms.order,
    mutationFn: (platforms: OwnPlatform[]) =>
      client.call(adminApi.reorderPlatforms, { body: { platforms: platforms.map(({ _id }) => _id) } }),
    onMutate: async (platforms) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.platforms.list });
      queryClient.setQueryData(ownPlatformsQuery(client).queryKey, platforms);
    },
    onError: (error) => toast.error(errorText(error, t('reorderFailed'))),
    // While another move is pending, a refetched list would show an outdated order.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: queryKeys.platforms.order }) === 1 ? refresh() : undefined,
  });
}

/** Names and icons are also part of the games. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
    return queryClient.invalidateQueries({ queryKey: queryKeys.platforms.all });
  };
}
