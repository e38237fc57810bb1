// The form to add a new game, and below it the batch list for several files.

import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { gameArchiveExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { Button, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { adminParts } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { Notice } from '#ui/feedback/messages.tsx';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { archivesByPlace, conflictKey, mayBeSameFile } from '../batch/batch-entry.ts';
import { BatchList } from '../batch/batch-list.tsx';
import { runningKeys, useBatch } from '../batch/use-batch.ts';
import type { UploadEvent } from '../engine/upload-record.ts';
import { PlatformField, usePlatformGuess } from '../platform-field.tsx';
import {
  checkFile,
  checkGame,
  emptyGame,
  type FileProblem,
  type GameDraft,
  type ReadyGame,
  titleOfFile,
  useNotice,
} from '../upload-form.ts';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { useUploadManager } from '../use-uploads.ts';
import styles from './add-game.module.css';
import { type Suggestion, useSuggestedTitle } from './use-suggested-title.ts';

/** `otherWay`: shown below the form. */
export function AddGame({ otherWay }: { otherWay?: ReactNode }) {
  const { t } = useTranslation('addGame');
  return (
    <>
      <Section heading={t('heading')} lead={t('lead')} anchor={adminParts.addGame.id}>
        <AddGameForm />
        {otherWay}
      </Section>
      <BatchList />
    </>
  );
}

function AddGameForm() {
  const { t } = useTranslation('addGame');
  const { draft, change, suggestion, notice, ...form } = useAddGame();
  const titleField = useRef<HTMLInputElement>(null);
  const handleFile = (file: File | undefined) => {
    if (file) form.choose(file);
    else change({ file: undefined });
    // The user may be typing while a file is dropped.
    if (document.activeElement === titleField.current) form.keepTitle();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <ArchiveField file={draft.file} onFile={handleFile} />
      <TextInput
        ref={titleField}
        label={t('title')}
        value={draft.title}
        maxLength={200}
        withAsterisk
        onFocus={form.keepTitle}
        onChange={(event) => {
          // A field that a program fills in gets no focus, nor does one in a window without it.
          form.keepTitle();
          change({ title: event.currentTarget.value });
        }}
      />
      <PlatformField
        choice={draft.choice}
        version={draft.version}
        versionError={form.versionError}
        onChange={change}
      />
      {suggestion && (
        <TitleSuggestion suggestion={suggestion} current={draft.title} onUse={(title) => change({ title })} />
      )}
      {/* Beside the button, where it is also visible on phones. */}
      {notice && (
        <div className={layout.wide}>
          <Notice kind={notice.kind}>{notice.text}</Notice>
        </div>
      )}
      <Button
        type="submit"
        variant={draft.file ? 'filled' : 'default'}
        className={styles.submit}
        loading={form.isChecking}
        leftSection={<IconUpload size={18} />}
      >
        {t('submit')}
      </Button>
    </form>
  );
}

interface ArchiveFieldProps {
  file: File | undefined;
  /** Called with undefined if the chosen file is refused. */
  onFile(file: File | undefined): void;
}

const extensions = gameArchiveExtensions.join(', ');

/** Selects the archive of the game. Several archives are added to the batch list. */
function ArchiveField({ file, onFile }: ArchiveFieldProps) {
  const { t, i18n } = useTranslation('addGame');
  const batch = useBatch();
  const [problem, setProblem] = useState<FileProblem>();
  const handleFile = (chosen: File) => {
    const found = checkFile(chosen, gameArchiveExtensions);
    setProblem(found);
    onFile(found ? undefined : chosen);
  };
  const handleFiles = (files: readonly File[]) => {
    setProblem(undefined);
    batch.add(files);
  };
  return (
    <FileDrop
      label={t('file')}
      hint={t('fileHint', { extensions })}
      changeLabel={t('fileChange')}
      chosen={file && { name: file.name, detail: formatSize(file.size, i18n.language) }}
      accept={gameArchiveExtensions}
      error={problem && t(problem, { extensions })}
      onFile={handleFile}
      onFiles={handleFiles}
    />
  );
}

interface TitleSuggestionProps {
  suggestion: Suggestion;
  /** The current title in the form. */
  current: string;
  onUse(title: string): void;
}

/** Shows how the sanitization rules changed the archive's name into a title. */
function TitleSuggestion({ suggestion, current, onUse }: TitleSuggestionProps) {
  const { t } = useTranslation('addGame');
  const { title, sanitizedTitle, steps } = suggestion;
  if (title === sanitizedTitle) return null;
  return (
    <section className={styles.suggestion} aria-label={t('rulesDid')}>
      <p>
        {t('rulesFrom')} <code className={layout.breakable}>{title}</code> {t('rulesTo')}{' '}
        <strong className={layout.breakable}>{sanitizedTitle}</strong>
      </p>
      <ul className={styles.rules}>
        {steps.map(({ _id, description }) => (
          <li key={_id}>{description}</li>
        ))}
      </ul>
      {current.trim() !== sanitizedTitle && (
        <Button
          className={layout.apart2}
          size="compact-sm"
          variant="default"
          onClick={() => onUse(sanitizedTitle)}
        >
          {t('useSuggestion')}
        </Button>
      )}
    </section>
  );
}

interface AddGameNotice {
  kind: 'error' | 'info';
  text: string;
  /** The upload that the notice refers to. The notice disappears when that upload completes. */
  uploadId?: string | undefined;
  /** Whether the notice disappears after a moment. */
  isPassing?: boolean;
}

/** The state of the add-game form. Checks whether the game exists, then starts the upload and clears the form. */
function useAddGame() {
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
  const platforms = usePlatformGuess();

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
    platforms.remember(draft.choice);
    send.mutate(ready);
  };

  /** Selects the archive, and derives the title and the platform from its name. */
  const choose = (file: File) => {
    if (notice?.isPassing) setNotice(undefined);
    change({ file, title: titleOfFile(file.name), ...platforms.guessFor(file, draft.choice) });
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
