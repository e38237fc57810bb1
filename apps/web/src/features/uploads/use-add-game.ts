// Sends the add-game form: asks whether the game exists, then starts the upload. Used by the form.
import { api } from '@cellar/contract/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { type AddGameDraft, checkDraft, emptyDraft, type ReadyDraft } from './add-game-draft.ts';
import { titleOfFile } from './title-of-file.ts';
import { useSuggestedTitle } from './use-suggested-title.ts';
import { useUploadManager } from './use-uploads.ts';

export interface AddGameNotice {
  kind: 'error' | 'info';
  text: string;
}

export function useAddGame() {
  const { t } = useTranslation('addGame');
  const client = useApi();
  const manager = useUploadManager();
  const [draft, setDraft] = useState<AddGameDraft>(emptyDraft);
  const [notice, setNotice] = useState<AddGameNotice>();
  const [versionError, setVersionError] = useState<string>();

  useUploadEnd((type) => {
    setDraft(emptyDraft);
    setNotice(type === 'cancelled' ? { kind: 'info', text: t('cancelled') } : undefined);
  });

  const send = useMutation({
    mutationFn: ({ title, platform }: ReadyDraft) =>
      client.call(api.checkGame, { query: { title, platform } }),
    onError: () => setNotice({ kind: 'error', text: t('checkFailed') }),
    onSuccess: ({ exists, platformExists, gameId }, { title, platform, file }) => {
      if (platformExists)
        return setNotice({ kind: 'error', text: t('existsForPlatform', { title, platform }) });
      setNotice(exists ? { kind: 'info', text: t('addsPlatform', { title, platform }) } : undefined);
      for (const { id } of manager.getSnapshot()) manager.remove(id);
      manager.start({ file, title, platform, gameId: gameId ?? undefined });
    },
  });

  const submit = () => {
    if (send.isPending) return;
    const ready = checkDraft(draft);
    setVersionError(ready === 'version' ? t('versionInvalid') : undefined);
    if (ready === 'incomplete') return setNotice({ kind: 'error', text: t('fillAll') });
    setNotice(undefined);
    if (ready !== 'version') send.mutate(ready);
  };

  const change = (part: Partial<AddGameDraft>) => setDraft((current) => ({ ...current, ...part }));
  // What was typed meanwhile stays.
  const { suggestFor, suggestionFor } = useSuggestedTitle((file, title) =>
    setDraft((current) =>
      current.file === file && current.title === titleOfFile(file.name) ? { ...current, title } : current,
    ),
  );
  const choose = (file: File) => {
    change({ file, title: titleOfFile(file.name) });
    suggestFor(file);
  };
  const suggestion = suggestionFor(draft.file);
  return { draft, change, choose, suggestion, submit, notice, versionError, isChecking: send.isPending };
}

/** The form starts anew when its upload has ended, however that was brought about. After a failure it stays filled in. */
function useUploadEnd(onEnd: (type: 'completed' | 'cancelled') => void): void {
  const manager = useUploadManager();
  const listener = useRef(onEnd);
  useEffect(() => {
    listener.current = onEnd;
  });
  useEffect(
    () =>
      manager.on(({ type }) => {
        if (type === 'completed' || type === 'cancelled') listener.current(type);
      }),
    [manager],
  );
}
