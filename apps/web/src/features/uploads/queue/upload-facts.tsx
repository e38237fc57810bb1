// The bytes, speed and remaining time of an upload, or its position in the queue.
import { limits } from '@cellar/contract/rules/limits.ts';
import { formatEta } from '@cellar/contract/rules/sizes.ts';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ProgressFacts } from '#ui/feedback/progress-line.tsx';
import type { UploadRecord } from '../engine/upload-record.ts';

export interface UploadFactsProps {
  upload: UploadRecord;
  position: number | undefined;
}

export function UploadFacts({ upload, position }: UploadFactsProps) {
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
  const left = formatEta(eta);
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
