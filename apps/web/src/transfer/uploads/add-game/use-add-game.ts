// The state of the add-game form. Checks whether the game exists, then starts the upload and clears the form.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { conflictKey } from '../batch/batch-entry.ts';
import { archivesByPlace, mayBeSameFile } from '../batch/batch-state.ts';
import { runningKeys, useBatch } from '../batch/use-batch.ts';
import type { UploadEvent } from '../engine/upload-record.ts';
import { checkGame, emptyGame, type GameDraft, type ReadyGame, titleOfFile } from '../upload-draft.ts';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { useNotice } from '../use-notice.ts';
import { useUploadManager } from '../use-uploads.ts';
import { useSuggestedTitle } from './use-suggested-title.ts';

interface AddGameNotice {
  kind: 'error' | 'info';
  text: string;
  /** The upload that the notice refers to. The notice disappears when that upload completes. */
  uploadId?: string | undefined;
  /** Whether the notice disappears after a moment. */
  isPassing?: boolean;
}

export function useAddGame() {
  const { t } = useTranslation('addGame');
  const manager = useUploadManager();
  const { form } = useBatch();
  const [draft, setDraft] = useState<GameDraft>(form.draft);
  useEffect(() => {
    form.draft = draft;
  }, [form, draft]);
  const [notice, setNotice] = useAddGameNotice(form.startedIds);
  const [versionError, setVersionError] = useState<string>();
  const change = (part: Partial<GameDraft>) => {
    // What was wrong with the last attempt may not be wrong with the next one.
    setNotice((shown) => (shown?.kind === 'error' ? undefined : shown));
    setDraft((current) => ({ ...current, ...part }));
  };
  const { suggestFor, keepTitle, suggestionFor } = useSuggestedTitle((title) => change({ title }));

  const send = useSend((ready, uploadId, addsPlatform) => {
    setNotice(addsPlatform ? { kind: 'info', text: t('addsPlatform', { ...ready }), uploadId } : undefined);
    form.startedIds.add(uploadId);
    keepTitle();
    const next = (current: GameDraft) => (current.file === ready.file ? emptyGame : current);
    setDraft(next);
    // The form may have been closed in the meantime.
    form.draft = next(form.draft);
  }, setNotice);

  const submit = () => {
    if (send.isPending) return;
    const ready = checkGame(draft);
    setVersionError(ready === 'version' ? t('versionInvalid') : undefined);
    if (ready === 'incomplete') return setNotice({ kind: 'error', text: t('fillAll'), isPassing: true });
    setNotice(undefined);
    if (ready === 'version') return;
    const { title, platform } = ready;
    if (runningKeys(manager).includes(conflictKey(title, platform))) {
      const text = t('alreadyUploading', { title, platform });
      return setNotice({ kind: 'error', text, isPassing: true });
    }
    send.mutate(ready);
  };

  /** Selects the archive, and derives the title from its name. */
  const choose = (file: File) => {
    if (notice?.isPassing) setNotice(undefined);
    change({ file, title: titleOfFile(file.name) });
    suggestFor(file);
  };
  const suggestion = suggestionFor(draft.file);
  const isChecking = send.isPending;
  return { draft, change, choose, keepTitle, suggestion, submit, notice, versionError, isChecking };
}

/** The notice of the form, which also follows the uploads that were started from it. */
function useAddGameNotice(startedIds: ReadonlySet<string>) {
  const { t } = useTranslation('addGame');
  const manager = useUploadManager();
  const [notice, setNotice] = useNotice<AddGameNotice>();
  const handleEvent = useEffectEvent(({ type, record }: UploadEvent) => {
    // The form was cleared when the upload started, and may already contain the next game.
    if (type === 'cancelled' && startedIds.has(record.id)) {
      setNotice({ kind: 'info', text: t('cancelled'), isPassing: true });
    }
    if (type === 'completed') {
      setNotice((shown) => (shown && (!shown.uploadId || shown.uploadId === record.id) ? undefined : shown));
    }
  });
  useEffect(() => manager.on((event) => handleEvent(event)), [manager]);
  return [notice, setNotice] as const;
}

/** Checks whether the game exists, and starts the upload if nothing prevents it. */
function useSend(
  onStarted: (ready: ReadyGame, uploadId: string, addsPlatform: boolean) => void,
  onNotice: (notice: AddGameNotice) => void,
) {
  const { t } = useTranslation('addGame');
  const client = useApi();
  const queryClient = useQueryClient();
  const manager = useUploadManager();
  return useMutation({
    mutationFn: async ({ title, platform }: ReadyGame) => {
      const [check, { uploads }] = await Promise.all([
        client.call(contributorApi.checkGame, { query: { title, platform } }),
        queryClient.fetchQuery(unfinishedUploadsQuery(client, { page: 'all' })),
      ]);
      return { ...check, unfinished: archivesByPlace(uploads).get(conflictKey(title, platform)) };
    },
    onError: () => onNotice({ kind: 'error', text: t('checkFailed') }),
    onSuccess: ({ exists, platformExists, gameId, unfinished }, ready) => {
      const { title, platform, file } = ready;
      const refuse = (text: string) => onNotice({ kind: 'error', text, isPassing: true });
      if (platformExists) return refuse(t('existsForPlatform', { title, platform }));
      // If the same archive is chosen after a reload, only the missing chunks are sent.
      const resume = unfinished && mayBeSameFile(file, unfinished) ? unfinished : undefined;
      // The upload is running in another window, or belongs to another admin.
      if (resume?.isSending) return refuse(t('alreadyUploading', { title, platform }));
      const { id } = manager.start({ file, title, platform, gameId: gameId ?? undefined, resume });
      onStarted(ready, id, exists);
    },
  });
}
