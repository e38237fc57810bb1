// The form to add a new game: archive, title and platform.
import { gameArchiveExtensions } from '@cellar/contract/rules/archives.ts';
import { chunkCount, chunkSizeFor } from '@cellar/contract/rules/sizes.ts';
import { Button, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import { PlatformField } from '../platform-field.tsx';
import { type AddGameDraft, checkFile, type FileProblem } from './add-game-draft.ts';
import styles from './add-game-form.module.css';
import { TitleSuggestion } from './title-suggestion.tsx';
import type { AddGameNotice } from './use-add-game.ts';
import type { Suggestion } from './use-suggested-title.ts';

export interface AddGameFormProps {
  draft: AddGameDraft;
  change(part: Partial<AddGameDraft>): void;
  /** Selects the archive, and derives the title from its name. */
  choose(file: File): void;
  /** Adds several archives to the batch list. */
  chooseSeveral(files: readonly File[]): void;
  /** Called when the user edits the title, so that suggestions no longer replace it. */
  holdTitle(): void;
  /** The title computed by the sanitization rules. */
  suggestion: Suggestion | undefined;
  submit(): void;
  /** Shown beside the button, where it is also visible on phones. */
  notice: AddGameNotice | undefined;
  versionError: string | undefined;
  isChecking: boolean;
  maxChunkBytes: number;
}

const extensions = gameArchiveExtensions.join(', ');

export function AddGameForm(props: AddGameFormProps) {
  const { t } = useTranslation('addGame');
  const { draft, change, suggestion } = props;
  const titleField = useRef<HTMLInputElement>(null);
  const [fileProblem, setFileProblem] = useState<FileProblem>();
  const handleFile = (file: File) => {
    const problem = checkFile(file);
    setFileProblem(problem);
    if (problem) change({ file: undefined });
    else props.choose(file);
    // The user may be typing while a file is dropped.
    if (document.activeElement === titleField.current) props.holdTitle();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    props.submit();
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <FileDrop
        label={t('file')}
        hint={t('fileHint', { extensions })}
        changeLabel={t('fileChange')}
        chosen={useChosen(draft.file, props.maxChunkBytes)}
        accept={gameArchiveExtensions}
        error={fileProblem && t(fileProblem, { extensions })}
        onFile={handleFile}
        onFiles={(files) => {
          setFileProblem(undefined);
          props.chooseSeveral(files);
        }}
      />
      <TextInput
        ref={titleField}
        label={t('title')}
        value={draft.title}
        maxLength={200}
        withAsterisk
        onFocus={props.holdTitle}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <PlatformField
        choice={draft.choice}
        version={draft.version}
        versionError={props.versionError}
        onChange={change}
      />
      {suggestion && (
        <TitleSuggestion suggestion={suggestion} current={draft.title} onUse={(title) => change({ title })} />
      )}
      {props.notice && (
        <div className={styles.notice}>
          <Notice kind={props.notice.kind}>{props.notice.text}</Notice>
        </div>
      )}
      <Button
        type="submit"
        className={styles.submit}
        loading={props.isChecking}
        leftSection={<IconUpload size={18} />}
      >
        {t('submit')}
      </Button>
    </form>
  );
}

function useChosen(file: File | undefined, maxChunkBytes: number) {
  const { t, i18n } = useTranslation('addGame');
  if (!file) return undefined;
  const count = chunkCount(file.size, chunkSizeFor(file.size, maxChunkBytes));
  return { name: file.name, detail: t('fileDetail', { size: formatSize(file.size, i18n.language), count }) };
}
