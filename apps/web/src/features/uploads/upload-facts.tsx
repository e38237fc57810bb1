// The figures of an upload on its way, in one line: chunks, speed, time left; or its place in the queue.
import { limits } from '@cellar/contract/rules/limits.ts';
import { formatEta } from '@cellar/contract/rules/sizes.ts';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ProgressFacts } from '#ui/progress-line.tsx';
import type { UploadRecord } from './upload-record.ts';

export interface UploadFactsProps {
  upload: UploadRecord;
  position: number | undefined;
}

export function UploadFacts({ upload, position }: UploadFactsProps) {
  const { t, i18n } = useTranslation('uploads');
  const { status, progress, speed, eta, chunksCompleted: done, totalChunks: total } = upload;
  const isSending = status === 'uploading';
  const isFinishing = isSending && total > 0 && done === total && progress >= limits.progressCapPercent;
  const left = formatEta(eta);
  return (
    <ProgressFacts>
      {position !== undefined && <span>{t('queue.position', { position })}</span>}
      {total > 0 && <span>{t('queue.chunks', { done, total })}</span>}
      {isFinishing && <span>{t('queue.finishing')}</span>}
      {isSending && !isFinishing && speed > 0 && (
        <span>{t('queue.speed', { speed: formatSize(speed, i18n.language) })}</span>
      )}
      {isSending && !isFinishing && left && <span>{t('queue.eta', { eta: left })}</span>}
    </ProgressFacts>
  );
}
