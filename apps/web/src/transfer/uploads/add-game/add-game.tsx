// The form to add a new game, and below it the batch list for several files.
import { gameArchiveExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { Button, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { adminParts } from '#lib/paths.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import { Section } from '#ui/section.tsx';
import { BatchList } from '../batch/batch-list.tsx';
import { useBatch } from '../batch/use-batch.ts';
import { PlatformField } from '../platform-field.tsx';
import { checkFile, type FileProblem } from '../upload-draft.ts';
import styles from './add-game.module.css';
import { TitleSuggestion } from './title-suggestion.tsx';
import { useAddGame } from './use-add-game.ts';

export function AddGame() {
  const { t } = useTranslation('addGame');
  return (
    <>
      <Section heading={t('heading')} lead={t('lead')} anchor={adminParts.addGame.id}>
        <AddGameForm />
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
        <div className={styles.notice}>
          <Notice kind={notice.kind}>{notice.text}</Notice>
        </div>
      )}
      <Button
        type="submit"
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
