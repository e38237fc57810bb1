// Changes many games, says what happened in one toast, and offers to undo it.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BulkAction, BulkResult, MergeBody } from '@cellar/contract/games/bulk-changes.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from '#i18n/text-keys.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { toasts } from '#ui/toasts/toast-store.ts';
import { resultText } from './change-text.ts';
import { UndoMessage } from './undo-message.tsx';

/** Long enough to read what happened and to reach the button. */
const toastMs = 12_000;

type Texts = TFunction<'bulkChanges'>;

interface Context {
  client: ApiClient;
  queryClient: QueryClient;
  t: Texts;
}

function useChangeContext(): Context {
  const { t } = useTranslation('bulkChanges');
  return { client: useApi(), queryClient: useQueryClient(), t };
}

export function useBulkChange(ids: readonly string[], onDone: () => void) {
  const context = useChangeContext();
  return useMutation({
    mutationFn: (action: BulkAction) =>
      context.client.call(adminApi.changeGames, { body: { ids: [...ids], action } }),
    onSuccess: (result) => {
      tell(context, result);
      onDone();
    },
    onError: (error) => toastRefusal(error, context.t('failed')),
    onSettled: () => refresh(context),
  });
}

export function useMerge(onDone: () => void) {
  const context = useChangeContext();
  return useMutation({
    mutationFn: (body: MergeBody) => context.client.call(adminApi.mergeSpellings, { body }),
    onSuccess: (result) => {
      tell(context, result);
      onDone();
    },
    onError: (error) => toastRefusal(error, context.t('failed')),
    onSettled: () => refresh(context),
  });
}

export function useUndo() {
  const context = useChangeContext();
  return useMutation({
    mutationFn: (id: string) => undo(context, id),
  });
}

/** Independent of the component that made the change, which may be gone when the toast's button is pressed. */
async function undo(context: Context, id: string): Promise<void> {
  try {
    tell(context, await context.client.call(adminApi.undoBulkChange, { params: { id } }), true);
  } catch (error) {
    // The list of recent changes may have undone it before the toast's button was pressed.
    if (error instanceof ApiError && error.code === 'change_undone')
      toasts.show('info', context.t('alreadyUndone'), {});
    else toastRefusal(error as Parameters<typeof toastRefusal>[0], context.t('undoFailed'));
  } finally {
    refresh(context);
  }
}

function tell(context: Context, result: BulkResult, isUndo = false): void {
  const { change, skipped } = result;
  const text = resultText(context.t, result, isUndo);
  const canUndo = change?.canUndo && !isUndo;
  const message = canUndo
    ? createElement(UndoMessage, { text, onUndo: () => void undo(context, change._id) })
    : text;
  toasts.show(skipped > 0 ? 'warning' : 'success', message, { ms: toastMs });
}

function refresh({ queryClient }: Context): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  void queryClient.invalidateQueries({ queryKey: queryKeys.matches.all });
}
