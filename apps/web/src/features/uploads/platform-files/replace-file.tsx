// Replaces a platform file: choose another archive, confirm, and it goes into the queue. Used by its row in the game editor.
import type { Game, GameFile } from '@cellar/contract/games.ts';
import { platformFileExtensions } from '@cellar/contract/rules/archives.ts';
import { Button } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { useUploadManager } from '../use-uploads.ts';
import { platformFileProblem } from './platform-file-draft.ts';
import styles from './platform-files.module.css';

const extensions = platformFileExtensions.join(', ');

export function ReplaceFile({ game, file, icon }: { game: Game; file: GameFile; icon: ReactNode }) {
  const { t, i18n } = useTranslation('platformFiles');
  const manager = useUploadManager();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const [error, setError] = useState<string>();
  const { platform, fileName } = file;
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const next = currentTarget.files?.[0];
    currentTarget.value = '';
    if (!next) return;
    const problem = platformFileProblem(next);
    setError(problem && t(problem, { extensions }));
    setChosen(problem ? undefined : next);
  };
  const start = () => {
    setChosen(undefined);
    if (!chosen) return;
    manager.start({ file: chosen, title: game.title, platform, gameId: game._id, replace: true });
  };
  const label = t('replaceOf', { platform });
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={platformFileExtensions.join(',')}
        aria-label={label}
        onChange={handleChange}
      />
      <Button
        variant="default"
        size="sm"
        leftSection={icon}
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        {t('replace')}
      </Button>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <ConfirmDialog
        isOpen={chosen !== undefined}
        question={t('replaceQuestion', { platform })}
        text={t('replaceText', {
          old: fileName,
          next: chosen?.name ?? '',
          size: formatSize(chosen?.size ?? 0, i18n.language),
        })}
        confirmLabel={t('replaceConfirm')}
        onConfirm={start}
        onCancel={() => setChosen(undefined)}
      />
    </>
  );
}
