// The form to add a platform file to a game.

import { storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { platformFileExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { Notice } from '#ui/feedback/messages.tsx';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import type { UploadRecord } from '../engine/upload-record.ts';
import styles from '../game-files.module.css';
import { PlatformField, usePlatformGuess } from '../platform-field.tsx';
import {
  checkFile,
  checkPlatformFile,
  emptyPlatformFile,
  type PlatformFileDraft,
  useNotice,
} from '../upload-form.ts';
import { useUploadManager } from '../use-uploads.ts';

export interface AddPlatformFileProps {
  gameId: string;
  title: string;
  /** Platforms that already have a file. */
  platforms: ReadonlySet<string>;
  running: UploadRecord[];
  /** Whether the page offers to replace files. */
  mayReplace: boolean;
}

interface Problem {
  kind: 'version' | 'form';
  text: string;
  /** Whether the notice disappears after a moment. */
  isPassing: boolean;
}

const extensions = platformFileExtensions.join(', ');

export function AddPlatformFile(props: AddPlatformFileProps) {
  const { t, i18n } = useTranslation('platformFiles');
  const { draft, change, problem, submit } = useAddPlatformFile(props);
  const { guessFor } = usePlatformGuess(props.platforms);
  const [fileError, setFileError] = useState<string>();
  const handleFile = (file: File) => {
    const wrong = checkFile(file, platformFileExtensions);
    setFileError(wrong && t(wrong, { extensions }));
    change({ file: wrong ? undefined : file, ...(!wrong && guessFor(file, draft.choice)) });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const { file } = draft;
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <h3>{t('add')}</h3>
      {problem?.kind === 'form' && <Notice kind="error">{problem.text}</Notice>}
      <FileDrop
        label={t('file')}
        hint={extensions}
        changeLabel={t('fileChange')}
        chosen={file && { name: file.name, detail: formatSize(file.size, i18n.language) }}
        accept={platformFileExtensions}
        error={fileError}
        onFile={handleFile}
      />
      <PlatformField
        choice={draft.choice}
        version={draft.version}
        versionError={problem?.kind === 'version' ? problem.text : undefined}
        onChange={change}
      />
      <Button
        type="submit"
        variant={file ? 'filled' : 'default'}
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconUpload size={18} aria-hidden />}
      >
        {t('submit')}
      </Button>
    </form>
  );
}

function useAddPlatformFile({ gameId, title, platforms, running, mayReplace }: AddPlatformFileProps) {
  const { t } = useTranslation('platformFiles');
  const manager = useUploadManager();
  const [draft, setDraft] = useState<PlatformFileDraft>(emptyPlatformFile);
  const [problem, setProblem] = useNotice<Problem>();
  useUnsaved({
    isUnsaved: draft.file !== undefined || draft.choice !== '' || draft.version.trim() !== '',
    what: t('unsaved'),
    giveUp: () => setDraft(emptyPlatformFile),
  });
  const change = (part: Partial<PlatformFileDraft>) => {
    setProblem(undefined);
    setDraft((current) => ({ ...current, ...part }));
  };
  const submit = () => {
    const uploading = new Set(running.map(({ platform }) => platform));
    const checked = checkPlatformFile(draft, platforms, uploading);
    if (typeof checked === 'string') {
      const platform = storedPlatform(draft.choice, draft.version);
      const reason = checked === 'exists' && !mayReplace ? 'taken' : checked;
      const text = t(`problem.${reason}`, { title, platform });
      const kind = checked === 'version' ? 'version' : 'form';
      return setProblem({ kind, text, isPassing: checked === 'incomplete' });
    }
    manager.start({ ...checked, title, gameId });
    setDraft(emptyPlatformFile);
  };
  return { draft, change, problem, submit };
}
