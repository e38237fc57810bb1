// An upload in the queue panel. Re-renders only when its record or position changes.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconFile, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatSize, formatTimeLeft } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ProgressFacts, ProgressLine } from '#ui/feedback/progress-bar.tsx';
import { ChooseFilesButton } from '#ui/fields/choose-files-button.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { isLost, type UploadRecord, type UploadStatus } from '../engine/upload-record.ts';
import { useUploadManager } from '../use-uploads.ts';
import styles from './upload-row.module.css';
import { controlsOf, uploadFailureText } from './upload-status.ts';

export interface UploadRowProps {
  upload: UploadRecord;
  /** The position of a queued upload, from 1. */
  position: number | undefined;
  /** Where the game of a completed upload is. */
  gamePathOf?: ((gameId: string) => string) | undefined;
}

const tones: Record<UploadStatus, BadgeTone> = {
  uploading: 'accent',
  queued: 'neutral',
  paused: 'info',
  completed: 'good',
  failed: 'bad',
};

export const UploadRow = memo(function UploadRow({ upload, position, gamePathOf }: UploadRowProps) {
  const { t, i18n } = useTranslation('uploads');
  const { t: tCommon } = useTranslation();
  const { title, part, gameId, fileName, fileSize, progress, status } = upload;
  const isFailed = status === 'failed';
  const path = status === 'completed' && gameId !== undefined && gamePathOf?.(gameId);
  // If another file was chosen, canceling leaves what was uploaded of the right one.
  const isKept = isFailed && controlsOf(upload).canCancel && upload.errorCode !== 'not_same_file';
  const failureOf = ({ totalChunks }: UploadRecord) => {
    const reason = uploadFailureText(upload);
    // The chunk size could not be loaded, so nothing has been sent.
    if (totalChunks === 0) return t('errors.failedToStart', { reason });
    return gameId === undefined ? t('errors.failedToAdd', { reason }) : reason;
  };
  return (
    <ListRow
      spacing="loose"
      name={<h3>{path ? <Link to={path}>{title}</Link> : title}</h3>}
      badges={<Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>}
      facts={`${part} · ${fileName} · ${formatSize(fileSize, i18n.language)}`}
      error={
        isFailed && (
          <>
            {failureOf(upload)} {isLost(upload) && t('errors.resumesAutomatically')}
            {upload.isGivenUp && t('errors.givenUp')} {isKept && t('errors.cancelOrRemove')}
          </>
        )
      }
      actions={<UploadActions upload={upload} />}
    >
      {status !== 'completed' && (
        <ProgressLine percent={progress} label={t('queue.progress', { title, platform: part })}>
          {tCommon('percent', { percent: progress })}
        </ProgressLine>
      )}
      {!isFailed && status !== 'completed' && <UploadFacts upload={upload} position={position} />}
    </ListRow>
  );
});

/** The bytes, speed and remaining time of an upload, or its position in the queue. */
function UploadFacts({ upload, position }: Omit<UploadRowProps, 'gamePathOf'>) {
  const { t, i18n } = useTranslation('uploads');
  const { t: tCommon } = useTranslation();
  const {
    status,
    isRetrying,
    fileSize,
    progress,
    speed,
    eta,
    chunksCompleted: done,
    totalChunks: total,
  } = upload;
  const isSending = status === 'uploading';
  const isFinishing = isSending && total > 0 && done === total && progress >= limits.progressCapPercent;
  const left = formatTimeLeft(eta, i18n.language);
  const sizeOf = (bytes: number) => formatSize(bytes, i18n.language);
  return (
    <ProgressFacts>
      {position !== undefined && <span>{t('queue.position', { position })}</span>}
      {total > 0 && (
        <span>{tCommon('sent', { sent: sizeOf((fileSize * progress) / 100), size: sizeOf(fileSize) })}</span>
      )}
      {isFinishing && <span>{t('queue.finishing')}</span>}
      {isSending && isRetrying && <span role="status">{t('queue.retrying')}</span>}
      {isSending && !isFinishing && speed > 0 && <span>{tCommon('speed', { speed: sizeOf(speed) })}</span>}
      {isSending && !isFinishing && left && <span>{tCommon('eta', { eta: left })}</span>}
    </ProgressFacts>
  );
}

/** The buttons of an upload. */
function UploadActions({ upload }: { upload: UploadRecord }) {
  const { t } = useTranslation('uploads');
  const manager = useUploadManager();
  const [isAsking, setAsking] = useState(false);
  const { id, title, part: platform } = upload;
  const can = controlsOf(upload);
  const cancel = () => void manager.cancel(id);
  const action = (what: 'pause' | 'resume' | 'retry' | 'cancel' | 'remove', icon: ReactNode) => ({
    children: t(`queue.${what}`),
    'aria-label': t(`queue.${what}Of`, { title, platform }),
    leftSection: icon,
    size: 'xs' as const,
    variant: 'default' as const,
  });
  return (
    <div className={styles.actions}>
      {can.canPause && (
        <Button {...action('pause', <IconPlayerPause size={16} />)} onClick={() => manager.pause(id)} />
      )}
      {can.canResume && (
        <Button {...action('resume', <IconPlayerPlay size={16} />)} onClick={() => manager.resume(id)} />
      )}
      {can.canRetry && (
        <Button {...action('retry', <IconRefresh size={16} />)} onClick={() => manager.resume(id)} />
      )}
      {upload.errorCode === 'not_same_file' && (
        <ChooseFilesButton
          label={t('queue.chooseOf', { title, platform })}
          size="xs"
          leftSection={<IconFile size={16} />}
          accept={[]}
          withHandles
          onFiles={([file]) => file && manager.resumeWith(id, file)}
        >
          {t('queue.choose')}
        </ChooseFilesButton>
      )}
      {can.canCancel && (
        <Button
          {...action('cancel', <IconX size={16} />)}
          onClick={() => (can.asksBeforeCancel ? setAsking(true) : cancel())}
        />
      )}
      {can.canRemove && (
        <Button {...action('remove', <IconX size={16} />)} onClick={() => manager.remove(id)} />
      )}
      {isAsking && can.canCancel && (
        <CancelQuestion upload={upload} onConfirm={cancel} onKeep={() => setAsking(false)} />
      )}
    </div>
  );
}

interface CancelQuestionProps {
  upload: UploadRecord;
  onConfirm(): void;
  onKeep(): void;
}

function CancelQuestion({ upload, onConfirm, onKeep }: CancelQuestionProps) {
  const { t, i18n } = useTranslation('uploads');
  const { title, part: platform, progress, fileSize } = upload;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const sent = size((fileSize * progress) / 100);
  return (
    <ConfirmDialog
      isOpen
      question={t('queue.cancelQuestion', { title })}
      text={t('queue.cancelText', { platform, sent, size: size(fileSize) })}
      confirmLabel={t('queue.cancelConfirm')}
      cancelLabel={t('queue.keep')}
      onConfirm={onConfirm}
      onCancel={onKeep}
    />
  );
}
