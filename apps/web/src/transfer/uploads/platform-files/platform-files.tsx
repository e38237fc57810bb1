// The platform files of a game in the editor, with running uploads and a form to add a file.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import { platformFileExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { Button, Flex, Group } from '@mantine/core';
import { IconReplace, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatSize } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ChooseFilesButton } from '#ui/fields/choose-files-button.tsx';
import cards from '#ui/lists/card-grid.module.css';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import type { UploadRecord } from '../engine/upload-record.ts';
import { FileFacts } from '../file-facts.tsx';
import styles from '../game-files.module.css';
import { GameFileList, GameUpload, useGameUploads } from '../game-files.tsx';
import { checkFile } from '../upload-form.ts';
import { useUploadManager } from '../use-uploads.ts';
import { AddPlatformFile } from './add-platform-file.tsx';

export interface PlatformFilesProps {
  game: Game;
  /** Returns a button that downloads the file. */
  renderDownload(file: GameFile): ReactNode;
  /** Called when a file was removed. Uploaded files are reported by the engine. */
  onChanged(): void;
}

export function PlatformFiles({ game, renderDownload, onChanged }: PlatformFilesProps) {
  const { t } = useTranslation('platformFiles');
  const list = useRef<HTMLUListElement>(null);
  const uploads = useGameUploads(game._id, 'files');
  const { unfinished } = uploads;
  const running = [...new Map(uploads.running.map((upload) => [upload.platform, upload])).values()];
  const { title, gameFiles } = game;
  const platforms = new Set(gameFiles.map(({ platform }) => platform));
  const handleRemoved = () => {
    // The focused button has disappeared with its row.
    list.current?.focus();
    onChanged();
  };
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Flex direction="column" gap="var(--space-5)">
        {gameFiles.length === 0 && running.length === 0 && <p className={styles.facts}>{t('none')}</p>}
        <GameFileList
          ref={list}
          label={t('heading')}
          running={running.filter(({ platform }) => !platforms.has(platform))}
          unfinished={unfinished}
        >
          {gameFiles.map((file) => (
            <li key={file.platform}>
              <PlatformFileRow
                game={game}
                file={file}
                download={renderDownload(file)}
                upload={running.find(({ platform }) => platform === file.platform)}
                onRemoved={handleRemoved}
                onFailed={onChanged}
              />
            </li>
          ))}
        </GameFileList>
        <AddPlatformFile gameId={game._id} title={title} platforms={platforms} running={running} mayReplace />
      </Flex>
    </Section>
  );
}

interface PlatformFileRowProps {
  game: Game;
  file: GameFile;
  /** The running upload of a replacement. */
  upload: UploadRecord | undefined;
  /** Downloads the file. */
  download: ReactNode;
  onRemoved(): void;
  onFailed(): void;
}

/** A platform file in the game editor, with Replace and Remove buttons and the upload that replaces it. */
function PlatformFileRow(props: PlatformFileRowProps) {
  const { game, file, upload, download, onRemoved, onFailed } = props;
  const { t, i18n } = useTranslation('platformFiles');
  const row = useRef<HTMLElement>(null);
  useKeepFocusInRow(row, upload?.status);
  const { platform, fileName, fileSize, uploadedAt } = file;
  return (
    <article ref={row} tabIndex={-1} className={`${cards.card} ${styles.row}`}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h3 className={styles.name}>{platform}</h3>
          <p className={styles.file}>{fileName}</p>
          <p className={styles.facts}>
            {formatSize(fileSize, i18n.language)} ·{' '}
            {t('added', { date: formatDate(uploadedAt, i18n.language) })}
          </p>
        </div>
        {!upload && (
          <Group gap="var(--space-2)">
            {download}
            <ReplaceFile game={game} file={file} icon={<IconReplace size={17} aria-hidden />} />
            <RemoveFile gameId={game._id} file={file} onRemoved={onRemoved} onFailed={onFailed} />
          </Group>
        )}
      </div>
      <FileFacts file={file} part={platform} />
      {upload && <GameUpload upload={upload} />}
    </article>
  );
}

interface RemoveFileProps {
  gameId: string;
  file: GameFile;
  onRemoved(): void;
  onFailed(): void;
}

function RemoveFile({ gameId, file, onRemoved, onFailed }: RemoveFileProps) {
  const { t, i18n } = useTranslation('platformFiles');
  const [isAsking, setAsking] = useState(false);
  const { platform, fileName, fileSize, isInPlace } = file;
  const client = useApi();
  const remove = useMutation({
    mutationFn: () => client.call(adminApi.deletePlatformFile, { params: { id: gameId, platform } }),
    onSuccess: () => {
      toast.success(t('removed', { platform }));
      setAsking(false);
      onRemoved();
    },
    onError: (error) => {
      toastRefusal(error, t('removeFailed'));
      setAsking(false);
      onFailed();
    },
  });
  return (
    <>
      <Button
        variant="default"
        color="red"
        size="sm"
        leftSection={<IconTrash size={17} aria-hidden />}
        aria-label={t('removeOf', { platform })}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('removeQuestion', { platform })}
        text={t(isInPlace ? 'removeInPlaceText' : 'removeText', {
          fileName,
          size: formatSize(fileSize, i18n.language),
        })}
        confirmLabel={t('removeConfirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Moves the focus to the row when a change of state removes the focused button inside. */
function useKeepFocusInRow(row: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) row.current?.focus({ preventScroll: true });
  }, [row, state]);
}

const extensions = platformFileExtensions.join(', ');

/** Replaces a platform file: the user chooses another archive and confirms, then the upload starts. */
function ReplaceFile({ game, file, icon }: { game: Game; file: GameFile; icon: ReactNode }) {
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
