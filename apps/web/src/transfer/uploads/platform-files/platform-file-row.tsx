// A platform file in the game editor, with Replace and Remove buttons and the upload that replaces it.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import { Button, Group } from '@mantine/core';
import { IconReplace, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatDate, formatSize } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import cards from '#ui/lists/cards.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import type { UploadRecord } from '../engine/upload-record.ts';
import { FileFacts } from '../file-facts.tsx';
import styles from '../game-files.module.css';
import { GameUpload } from '../game-upload.tsx';
import { ReplaceFile } from './replace-file.tsx';

export interface PlatformFileRowProps {
  game: Game;
  file: GameFile;
  /** The running upload of a replacement. */
  upload: UploadRecord | undefined;
  /** Downloads the file. */
  download: ReactNode;
  onRemoved(): void;
  onFailed(): void;
}

export function PlatformFileRow(props: PlatformFileRowProps) {
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
