import { adminApi } from '@cellar/contract/admin-api.ts';
import {
  type CheatPlatform,
  type CheatType,
  cheatExtensions,
  cheatPlatforms,
  cheatTypes,
} from '@cellar/contract/games/rules/cheats.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { useApi } from '#lib/services-context.ts';
import { ProgressLine } from '#ui/feedback/progress-bar.tsx';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import { Select } from '#ui/fields/select.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { useRefreshGame } from './cheat-card.tsx';
import { type CheatDraft, type CheatFileProblem, cheatForm, useCheatDraft } from './cheat-draft.ts';
import styles from './cheat-form.module.css';

export function CheatForm({ gameId, onDone }: { gameId: string; onDone(): void }) {
  const { t } = useTranslation('cheatsAdmin');
  const { t: tCommon } = useTranslation();
  const name = useRef<HTMLInputElement>(null);
  const { draft, change, chooseFile, problems, isDirty, check } = useCheatDraft();
  const { progress, isSending, send, cancel } = useAddCheat(gameId, onDone);
  useUnsaved({
    isUnsaved: isDirty && !isSending,
    what: t('leaveText', { name: draft.name.trim() || t('unnamed') }),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const ready = check();
    if (!ready && !draft.name.trim()) name.current?.focus();
    if (ready && !isSending) send(ready, ready.file);
  };
  return (
    <form className={styles.form} aria-label={t('add')} onSubmit={handleSubmit} noValidate>
      <div className={styles.wide}>
        <CheatFileDrop file={draft.file} problem={problems.file} isDisabled={isSending} onFile={chooseFile} />
      </div>
      <TextInput
        ref={name}
        className={styles.wide ?? ''}
        label={t('name')}
        withAsterisk
        maxLength={200}
        value={draft.name}
        error={problems.isNameMissing ? t('needsName') : undefined}
        disabled={isSending}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <CheatFields draft={draft} isDisabled={isSending} change={change} />
      {isSending && (
        <div className={styles.progress}>
          <ProgressLine percent={progress} label={t('progress', { name: draft.name })}>
            {tCommon('percent', { percent: progress })}
          </ProgressLine>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" loading={isSending}>
          {t('submit')}
        </Button>
        <Button variant="default" onClick={isSending ? cancel : onDone}>
          {isSending ? t('cancelUpload') : tCommon('cancel')}
        </Button>
      </div>
    </form>
  );
}

interface CheatFileDropProps {
  file: File | undefined;
  problem: CheatFileProblem | undefined;
  isDisabled: boolean;
  onFile(file: File): void;
}

const extensions = cheatExtensions.join(', ');

function CheatFileDrop({ file, problem, isDisabled, onFile }: CheatFileDropProps) {
  const { t, i18n } = useTranslation('cheatsAdmin');
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  return (
    <FileDrop
      label={t('file')}
      hint={extensions}
      changeLabel={t('fileChange')}
      chosen={file && { name: file.name, detail: size(file.size) }}
      accept={cheatExtensions}
      error={problem && t(problem, { extensions, max: size(limits.cheatFileMaxBytes) })}
      disabled={isDisabled}
      onFile={onFile}
    />
  );
}

const lines = [
  ['version', 100],
  ['author', 200],
] as const;

const paragraphs = [
  ['description', 5000],
  ['instructions', 20_000],
] as const;

interface CheatFieldsProps {
  draft: CheatDraft;
  isDisabled: boolean;
  change(part: Partial<CheatDraft>): void;
}

function CheatFields({ draft, isDisabled, change }: CheatFieldsProps) {
  const { t } = useTranslation('cheatsAdmin');
  const { t: tCheats } = useTranslation('cheats');
  const text = (field: 'version' | 'author' | 'description' | 'instructions') => ({
    label: t(field),
    value: draft[field],
    disabled: isDisabled,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <Select
        label={t('platform')}
        data={cheatPlatforms}
        value={draft.platform}
        disabled={isDisabled}
        onChange={(event) => change({ platform: event.currentTarget.value as CheatPlatform })}
      />
      <Select
        label={t('type')}
        data={cheatTypes.map((type) => ({ value: type, label: tCheats(`type.${type}`) }))}
        value={draft.type}
        disabled={isDisabled}
        onChange={(event) => change({ type: event.currentTarget.value as CheatType })}
      />
      {lines.map(([field, maxLength]) => (
        <TextInput key={field} {...text(field)} maxLength={maxLength} />
      ))}
      {paragraphs.map(([field, maxLength]) => (
        <Textarea
          key={field}
          {...text(field)}
          className={styles.wide ?? ''}
          size="md"
          rows={3}
          maxLength={maxLength}
        />
      ))}
    </>
  );
}

/** Uploads a cheat file. The upload continues if the admin leaves the form. */
function useAddCheat(gameId: string, onAdded: () => void) {
  const { t } = useTranslation('cheatsAdmin');
  const client = useApi();
  const refresh = useRefreshGame(gameId);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const send = useMutation({
    mutationFn: ({ draft, file }: { draft: CheatDraft; file: File }) => {
      controller.current = new AbortController();
      setProgress(0);
      return client.sendForm(adminApi.addCheat, {
        params: { id: gameId },
        form: cheatForm(draft, file),
        signal: controller.current.signal,
        // Stays below 100 % until the server has confirmed the upload.
        onProgress: (sent, total) => setProgress(Math.min(99, Math.floor((100 * sent) / total))),
      });
    },
    onSuccess: async ({ name }) => {
      toast.success(t('added', { name }));
      await refresh();
    },
    onError: (error) => {
      if (!controller.current?.signal.aborted) toastRefusal(error, t('addFailed'));
    },
  });
  useLeaveWarning(send.isPending);
  return {
    progress,
    isSending: send.isPending,
    send: (draft: CheatDraft, file: File) => send.mutate({ draft, file }, { onSuccess: onAdded }),
    cancel: () => controller.current?.abort(new DOMException('Cancelled', 'AbortError')),
  };
}

/** Makes the browser ask before a reload, which would abort the upload. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
