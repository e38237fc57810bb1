// The message of a toast, with a button that undoes what it reports.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  BulkAction,
  BulkChange,
  BulkResult,
  MergeBody,
} from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { Button } from '@mantine/core';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from '#i18n/text-keys.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toastRefusal, toasts } from '#ui/toasts/toast.tsx';
import styles from './bulk.module.css';

function UndoMessage({ text, onUndo }: { text: string; onUndo(): void }) {
  const { t } = useTranslation('bulkChanges');
  const [isUsed, setUsed] = useState(false);
  const handleClick = () => {
    setUsed(true);
    onUndo();
  };
  return (
    <span className={styles.toast}>
      <span>{text}</span>
      <Button variant="default" size="compact-sm" disabled={isUsed} onClick={handleClick}>
        {t('undo')}
      </Button>
    </span>
  );
}

// Changes many games, says what happened in one toast, and offers to undo it.

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

// Describes bulk changes and their results.

type ChangeTextTexts = TFunction<'bulkChanges'>;

/** At most this many skipped games are named in a toast. */
const named = 3;

/** Says how many games changed, and which did not and why. */
function resultText(t: ChangeTextTexts, result: BulkResult, isUndo: boolean): string {
  const { change, changed, unchanged, missing, skipped, skippedGames } = result;
  const kind = change?.kind === 'delete' || change?.kind === 'match' ? change.kind : 'changed';
  const sentences = [
    changed > 0 && t(isUndo ? 'result.undone' : `result.${kind}`, { count: changed }),
    changed === 0 && t(isUndo ? 'result.nothingUndone' : 'result.nothing'),
    changed > 0 && unchanged > 0 && t('result.unchanged', { count: unchanged }),
    missing > 0 && t('result.missing', { count: missing }),
    skipped > 0 && t('result.skipped', { count: skipped }),
    ...skippedGames
      .slice(0, named)
      .map(({ title, reason }) => t('result.skippedGame', { title, reason: t(`reasons.${reason}`) })),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Says what was changed, without the number of games. */
export function changeText(t: ChangeTextTexts, { kind, from, to }: BulkChange): string {
  if (kind === 'setGenres')
    return t(`kinds.${from.length > 0 ? kind : 'clearGenres'}`, { from: from.join(', ') });
  if (kind === 'setDeveloper' || kind === 'setPublisher') {
    const cleared = kind === 'setDeveloper' ? 'clearDeveloper' : 'clearPublisher';
    return t(`kinds.${to ? kind : cleared}`, { to: to ?? '' });
  }
  if (kind === 'setVisibility') return t(to === 'hidden' ? 'kinds.hide' : 'kinds.show');
  return t(`kinds.${kind}`, { from: from.join(', '), to: to ?? '' });
}
