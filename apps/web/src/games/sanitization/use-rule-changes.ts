// Mutations for the rules, each of which reports its result.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { SanitizationRule } from '@cellar/contract/games/sanitization.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import type { RuleDraft } from './rule-draft.ts';

/** Adds a new rule, or saves an existing one. */
export function useSaveRule(onSaved?: () => void) {
  const { t } = useTranslation('sanitization');
  const client = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ _id, ...body }: RuleDraft) =>
      _id === undefined
        ? client.call(adminApi.addRule, { body })
        : client.call(adminApi.changeRule, { params: { id: _id }, body }),
    onSuccess: (_, { _id }) => {
      toast.success(t(_id === undefined ? 'added' : 'saved'), limits.messageMs);
      onSaved?.();
    },
    onError: (error, { _id }) => {
      // The form shows pattern errors at the field.
      if (!patternIssue(error))
        toast.error(errorText(error, t(_id === undefined ? 'addFailed' : 'saveFailed')));
    },
    onSettled: refresh,
  });
}

/** Returns the server's message about an invalid pattern. */
export function patternIssue(error: ApiError | null): string | undefined {
  return error?.body?.issues?.find(({ path }) => path === 'find')?.message;
}

export function useDeleteRule(onSettled: () => void) {
  const { t } = useTranslation('sanitization');
  const client = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => client.call(adminApi.deleteRule, { params: { id } }),
    onSuccess: () => toast.success(t('deleted'), limits.messageMs),
    onError: () => toast.error(t('deleteFailed')),
    onSettled: async () => {
      onSettled();
      await refresh();
    },
  });
}

export function useResetRules(onSettled: () => void) {
  const { t } = useTranslation('sanitization');
  const client = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => client.call(adminApi.resetRules),
    onSuccess: () => toast.success(t('reset'), limits.messageMs),
    onError: () => toast.error(t('resetFailed')),
    onSettled: async () => {
      onSettled();
      await refresh();
    },
  });
}

interface NewOrder {
  rules: SanitizationRule[];
  kind: 'reorder' | 'optimize';
}

/** Shows the new order at once, and refetches the list after saving. */
export function useOrderRules() {
  const { t } = useTranslation('sanitization');
  const client = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    // Runs saves one after the other, so that the last move determines the stored order.
    scope: { id: 'order-rules' },
    mutationKey: queryKeys.sanitization.order,
    mutationFn: ({ rules }: NewOrder) =>
      client.call(adminApi.reorderRules, {
        body: { rules: rules.map(({ _id, order }) => ({ _id, order })) },
      }),
    onMutate: async ({ rules }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.sanitization.rules });
      queryClient.setQueryData(queryKeys.sanitization.rules, { rules });
    },
    onSuccess: (_, { kind }) =>
      toast.success(t(kind === 'optimize' ? 'optimized' : 'reordered'), limits.messageMs),
    onError: (_, { kind }) => toast.error(t(kind === 'optimize' ? 'optimizeFailed' : 'reorderFailed')),
    // While another move is pending, a refetched list would show an outdated order.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: queryKeys.sanitization.order }) === 1 ? refresh() : undefined,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.sanitization.all });
}
