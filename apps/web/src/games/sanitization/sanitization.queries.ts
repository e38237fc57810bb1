import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import type { SanitizationRule } from '@cellar/contract/games/sanitization.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';

type PreviewBody = BodyInputOf<typeof adminApi.previewRules>;

/** A list of rules: stored rules are given by id, the draft by its content. */
export type DraftList = NonNullable<PreviewBody['rules']>;

export const rulesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.sanitization.rules,
    queryFn: ({ signal }) => client.call(adminApi.listRules, { signal }),
    staleTime: 0,
  });

/** Applies rules to sample titles. */
export const titlesPreviewQuery = (client: ApiClient, body: PreviewBody) =>
  queryOptions({
    queryKey: [...queryKeys.sanitization.all, 'titles', body],
    queryFn: ({ signal }) => client.call(adminApi.previewRules, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** Applies rules to the titles in the library. */
export const libraryPreviewQuery = (client: ApiClient, body: PreviewBody) =>
  queryOptions({
    queryKey: [...queryKeys.sanitization.all, 'library', body],
    queryFn: ({ signal }) => client.call(adminApi.previewRules, { body, signal }),
    staleTime: 0,
    gcTime: 0,
  });

// The rule that is being edited, and its position in the list.

export interface RuleDraft {
  /** The id of the stored rule; absent for a new rule. */
  _id?: string | undefined;
  find: string;
  replace: string;
  description: string;
}

export const emptyDraft: RuleDraft = { find: '', replace: '', description: '' };

export function hasUnsavedChanges(draft: RuleDraft, rules: readonly SanitizationRule[]): boolean {
  const { find, replace, description } = rules.find(({ _id }) => _id === draft._id) ?? emptyDraft;
  return draft.find !== find || draft.replace !== replace || draft.description !== description;
}

/** Returns the rules with the draft: in place of the rule that it changes, or at the end if it is new. */
export function withDraft(rules: SanitizationRule[], { _id, find, replace }: RuleDraft): DraftList {
  const hasPattern = find !== '';
  const list: DraftList = rules.map((rule) =>
    hasPattern && rule._id === _id ? { find, replace } : { _id: rule._id },
  );
  return hasPattern && _id === undefined ? [...list, { find, replace }] : list;
}

/** Returns the draft's index in a list created by `withDraft`, or undefined while its pattern is empty. */
export function draftIndex(list: DraftList): number | undefined {
  const index = list.findIndex((rule) => 'find' in rule);
  return index < 0 ? undefined : index;
}

/** Returns the rules, renumbered from 1, after one was moved to another index. */
export function moveRule(rules: SanitizationRule[], from: number, to: number): SanitizationRule[] {
  const rest = rules.filter((_, index) => index !== from);
  const order = [...rest.slice(0, to), ...rules.slice(from, from + 1), ...rest.slice(to)];
  return order.map((rule, index) => ({ ...rule, order: index + 1 }));
}

// Mutations for the rules, each of which reports its result.

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
