// The form for a new cheat file: the file, what it is, and how it is used. Used by the cheat files of the game editor.
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { CheatFields } from './cheat-fields.tsx';
import { CheatFileDrop } from './cheat-file-drop.tsx';
import styles from './cheat-form.module.css';
import { useAddCheat } from './use-add-cheat.ts';
import { useCheatDraft } from './use-cheat-draft.ts';

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
