// The upload of a platform file or an extra, shown in place of the file: progress, controls, or an error.
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatSize, formatTimeLeft } from '#lib/format.ts';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import type { UploadRecord } from './engine/upload-record.ts';
import styles from './game-files.module.css';
import { controlsOf } from './queue/upload-controls.ts';
import { uploadFailureText } from './queue/upload-failure.ts';
import { useUploadManager } from './use-uploads.ts';

export function GameUpload({ upload }: { upload: UploadRecord }) {
  const { t, i18n } = useTranslation('platformFiles');
  const { t: tCommon } = useTranslation();
  const { fileName, fileSize, part: platform, progress, status } = upload;
  return (
    <div className={styles.upload}>
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
