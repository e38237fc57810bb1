// An upload in the queue panel. Re-renders only when its record or position changes.
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { isLost } from '../engine/upload-pending.ts';
import type { UploadRecord, UploadStatus } from '../engine/upload-record.ts';
import { UploadActions } from './upload-actions.tsx';
import { UploadFacts } from './upload-facts.tsx';
import { uploadFailureText } from './upload-failure.ts';
import styles from './upload-row.module.css';

export interface UploadRowProps {
  upload: UploadRecord;
  /** The position of a queued upload, from 1. */
  position: number | undefined;
}

const tones: Record<UploadStatus, BadgeTone> = {
  uploading: 'accent',
  queued: 'neutral',
  paused: 'info',
  completed: 'good',
  failed: 'bad',
};

export const UploadRow = memo(function UploadRow({ upload, position }: UploadRowProps) {
  const { t, i18n } = useTranslation('uploads');
  const { t: tCommon } = useTranslation();
  const { title, platform, gameId, fileName, fileSize, progress, status } = upload;
  const isFailed = status === 'failed';
  const failureOf = ({ totalChunks }: UploadRecord) => {
    const reason = uploadFailureText(upload);
    // The chunk size could not be loaded, so nothing has been sent.
    if (totalChunks === 0) return t('errors.failedToStart', { reason });
    return gameId === undefined ? t('errors.failedToAdd', { reason }) : reason;
  };
  return (
    <ListRow
      spacing="loose"
      name={<h3>{title}</h3>}
      badges={<Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>}
      facts={`${platform} · ${fileName} · ${formatSize(fileSize, i18n.language)}`}
      error={
        isFailed && (
          <>
            {failureOf(upload)} {isLost(upload) && t('errors.goesOn')}
          </>
        )
      }
      actions={<UploadActions upload={upload} className={styles.actions} />}
    >
      <ProgressLine percent={progress} label={t('queue.progress', { title, platform })}>
        {tCommon('percent', { percent: progress })}
      </ProgressLine>
      {!isFailed && <UploadFacts upload={upload} position={position} />}
    </ListRow>
  );
});
