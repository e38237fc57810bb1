// The platform files or extras of a game in the editor, followed by running and unfinished uploads.
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, formatTimeLeft } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { ProgressLine } from '#ui/feedback/progress-bar.tsx';
import layout from '#ui/layout.module.css';
import cards from '#ui/lists/card-grid.module.css';
import type { UploadRecord } from './engine/upload-record.ts';
import styles from './game-files.module.css';
import { controlsOf, uploadFailureText } from './queue/upload-status.ts';
import { UnfinishedRow } from './unfinished/unfinished-row.tsx';
import { unfinishedUploadsQuery } from './uploads.queries.ts';
import { useUploadManager, useUploads } from './use-uploads.ts';

export interface GameFileListProps {
  /** To focus the list when a focused row disappears. */
  ref: Ref<HTMLUListElement>;
  label: string;
  running: UploadRecord[];
  unfinished: UnfinishedUpload[];
  /** The rows of the files. */
  children: ReactNode;
}

export function GameFileList({ ref, label, running, unfinished, children }: GameFileListProps) {
  return (
    <ul ref={ref} tabIndex={-1} aria-label={label} className={`${layout.stack3} ${styles.list}`}>
      {children}
      {running.map((upload) => (
        <li key={upload.id} className={`${cards.card} ${styles.row}`}>
          <h3 className={styles.name}>{upload.part}</h3>
          <GameUpload upload={upload} />
        </li>
      ))}
      {unfinished.map((upload) => (
        <li key={upload.uploadId}>
          <UnfinishedRow upload={upload} />
        </li>
      ))}
    </ul>
  );
}

// The uploads that add a file to a game: those of this page, and interrupted ones.

interface GameUploads {
  /** Uploads of this page that are not completed. */
  running: UploadRecord[];
  /** Uploads that no page of this browser is showing. */
  unfinished: UnfinishedUpload[];
}

/** Returns the uploads of platform files, or those of extras. */
export function useGameUploads(gameId: string, kind: 'files' | 'extras'): GameUploads {
  const uploads = useUploads();
  const idsOfThisPage = new Set(uploads.map(({ id }) => id));
  const isHere = (id: string) => idsOfThisPage.has(id);
  const { data } = useQuery(unfinishedUploadsQuery(useApi(), { gameId, isHere }));
  const wantsExtras = kind === 'extras';
  return {
    running: uploads.filter(
      (upload) => upload.gameId === gameId && upload.isExtra === wantsExtras && upload.status !== 'completed',
    ),
    unfinished: (data?.uploads ?? []).filter(
      ({ extra, uploadId }) => (extra !== null) === wantsExtras && !idsOfThisPage.has(uploadId),
    ),
  };
}

// The upload of a platform file or an extra, shown in place of the file: progress, controls, or an error.

export function GameUpload({ upload }: { upload: UploadRecord }) {
  const { t, i18n } = useTranslation('platformFiles');
  const { t: tCommon } = useTranslation();
  const { fileName, fileSize, part: platform, progress, status } = upload;
  return (
    <div className={`${layout.stack2} ${styles.upload}`}>
      <p className={styles.file}>
        {fileName} · {formatSize(fileSize, i18n.language)}
      </p>
      {status === 'failed' ? (
        <p role="alert" className={styles.error}>
          {t('uploadFailedWhy', { reason: uploadFailureText(upload) })}
        </p>
      ) : (
        <ProgressLine percent={progress} label={t('progress', { platform })}>
          {tCommon('percent', { percent: progress })}
        </ProgressLine>
      )}
      <Group justify="space-between" gap="var(--space-2) var(--space-4)">
        <State upload={upload} />
        <Controls upload={upload} />
      </Group>
    </div>
  );
}

function State({ upload: { status, speed, eta } }: { upload: UploadRecord }) {
  const { t, i18n } = useTranslation('uploads');
  const { t: tCommon } = useTranslation();
  const left = formatTimeLeft(eta, i18n.language);
  const isMoving = status === 'uploading' && speed > 0;
  return (
    <p className={styles.facts}>
      {t(`status.${status}`)}
      {isMoving && ` · ${tCommon('speed', { speed: formatSize(speed, i18n.language) })}`}
      {isMoving && left && ` · ${tCommon('eta', { eta: left })}`}
    </p>
  );
}

function Controls({ upload }: { upload: UploadRecord }) {
  const { t } = useTranslation('platformFiles');
  const { t: tCommon } = useTranslation();
  const manager = useUploadManager();
  const { id, part: platform } = upload;
  const { canPause, canResume, canRetry } = controlsOf(upload);
  const button = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <Group gap="var(--space-2)">
      {canPause && (
        <Button {...button} aria-label={t('pauseOf', { platform })} onClick={() => manager.pause(id)}>
          {t('pause')}
        </Button>
      )}
      {canResume && (
        <Button {...button} aria-label={t('resumeOf', { platform })} onClick={() => manager.resume(id)}>
          {t('resume')}
        </Button>
      )}
      {canRetry && (
        <Button {...button} aria-label={t('retryOf', { platform })} onClick={() => manager.resume(id)}>
          {tCommon('retry')}
        </Button>
      )}
      <Button {...button} aria-label={t('cancelOf', { platform })} onClick={() => void manager.cancel(id)}>
        {tCommon('cancel')}
      </Button>
    </Group>
  );
}
