// Replaces a platform file: the user chooses another archive and confirms, then the upload starts.
import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import { platformFileExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ChooseFilesButton } from '#ui/fields/choose-files-button.tsx';
import styles from '../game-files.module.css';
import { checkFile } from '../upload-draft.ts';
import { useUploadManager } from '../use-uploads.ts';

const extensions = platformFileExtensions.join(', ');

export function ReplaceFile({ game, file, icon }: { game: Game; file: GameFile; icon: ReactNode }) {
  const { t, i18n } = useTranslation('platformFiles');
  const manager = useUploadManager();
  const [chosen, setChosen] = useState<File>();
  const [error, setError] = useState<string>();
  const { platform, fileName, isInPlace } = file;
  const handleFiles = ([next]: File[]) => {
    if (!next) return;
    const problem = checkFile(next, platformFileExtensions);
    setError(problem && t(problem, { extensions }));
    setChosen(problem ? undefined : next);
  };
  const start = () => {
    setChosen(undefined);
    if (!chosen) return;
    manager.start({ file: chosen, title: game.title, platform, gameId: game._id, replace: true });
  };
  return (
    <>
      <ChooseFilesButton
        label={t('replaceOf', { platform })}
        size="sm"
        leftSection={icon}
        accept={platformFileExtensions}
        onFiles={handleFiles}
      >
        {t('replace')}
      </ChooseFilesButton>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <ConfirmDialog
        isOpen={chosen !== undefined}
        question={t('replaceQuestion', { platform })}
        text={t(isInPlace ? 'replaceInPlaceText' : 'replaceText', {
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
