// The form to add an update or extra to a game. Its upload joins the queue.
import type { Game } from '@cellar/contract/games/games.ts';
import { extraExtensions } from '@cellar/contract/transfer/rules/extras.ts';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import styles from '../game-files.module.css';
import { useUploadManager } from '../use-uploads.ts';
import { type ExtraDraft, emptyExtra, factsOf, fileProblem, withGuess } from './extra-draft.ts';
import { ExtraFields } from './extra-fields.tsx';

export function AddExtra({ game }: { game: Game }) {
  const { t, i18n } = useTranslation('extrasAdmin');
  const name = useRef<HTMLInputElement>(null);
  const { draft, file, problems, change, choose, submit } = useAddExtra(game);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!submit() && file && !draft.name.trim()) name.current?.focus();
  };
  return (
    <form className={styles.form} aria-label={t('add')} onSubmit={handleSubmit} noValidate>
      <h3>{t('add')}</h3>
      <FileDrop
        label={t('file')}
        hint={t('fileHint')}
        changeLabel={t('fileChange')}
        chosen={file && { name: file.name, detail: formatSize(file.size, i18n.language) }}
        accept={extraExtensions}
        error={problems.file}
        onFile={choose}
      />
      {file && (
        <ExtraFields
          draft={draft}
          gamePlatforms={game.platforms}
          nameError={problems.name}
          nameRef={name}
          onChange={change}
        />
      )}
      <Button
        type="submit"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconUpload size={18} aria-hidden />}
      >
        {t('submit')}
      </Button>
    </form>
  );
}

function useAddExtra({ _id: gameId, title }: Game) {
  const { t } = useTranslation('extrasAdmin');
  const { t: tExtras } = useTranslation('extras');
  const manager = useUploadManager();
  const [draft, setDraft] = useState<ExtraDraft>(emptyExtra);
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const [isTried, setTried] = useState(false);
  const reset = () => {
    setDraft(emptyExtra);
    setFile(undefined);
    setTried(false);
  };
  useUnsaved({ isUnsaved: file !== undefined, what: t('unsaved'), giveUp: reset });
  const isNameMissing = !draft.name.trim();
  return {
    draft,
    file,
    problems: {
      file: fileError ?? (isTried && !file ? t('fileMissing') : undefined),
      name: isTried && isNameMissing ? t('needsName') : undefined,
    },
    change: (part: Partial<ExtraDraft>) => setDraft((current) => ({ ...current, ...part })),
    choose(next: File) {
      const problem = fileProblem(next);
      setFileError(problem && t(problem));
      setFile(problem ? undefined : next);
      const nameOfKind = (kind: ExtraDraft['kind']) => tExtras(`kind.${kind}`);
      // The facts of another file no longer apply.
      if (!problem) setDraft(withGuess(emptyExtra, next.name, { title, nameOfKind }));
    },
    /** Returns false if something is missing. */
    submit(): boolean {
      setTried(true);
      if (!file || isNameMissing) return false;
      const extra = factsOf(draft);
      manager.start({ file, title, platform: extra.platform ?? '', extra, gameId });
      reset();
      return true;
    },
  };
}
