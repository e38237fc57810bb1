// Cancels a download. Asks first if much of it has been sent, because a canceled download cannot be resumed.
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { DownloadRecord } from './download-record.ts';
import { useDownloadTracker } from './use-downloads.ts';

/** The same as for uploads. */
const askFromBytes = 50 * 1024 ** 2;

/** Show `question` beside the button. */
export function useCancelDownload(download: DownloadRecord | undefined): {
  cancel(): void;
  question: ReactNode;
} {
  const tracker = useDownloadTracker();
  const [askedFor, setAskedFor] = useState<string>();
  if (!download) return { cancel: () => undefined, question: null };
  const { id, status, isHandedOver, bytesSent } = download;
  const isWorthAsking = status === 'downloading' && !isHandedOver && bytesSent >= askFromBytes;
  const cancel = () => void tracker.cancel(id);
  return {
    cancel: () => (isWorthAsking ? setAskedFor(id) : cancel()),
    question: isWorthAsking && askedFor === id && (
      <CancelQuestion download={download} onConfirm={cancel} onKeep={() => setAskedFor(undefined)} />
    ),
  };
}

interface CancelQuestionProps {
  download: DownloadRecord;
  onConfirm(): void;
  onKeep(): void;
}

function CancelQuestion({ download, onConfirm, onKeep }: CancelQuestionProps) {
  const { t, i18n } = useTranslation('downloads');
  const { title, bytesSent, fileSize } = download;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  return (
    <ConfirmDialog
      isOpen
      question={t('cancelQuestion', { title })}
      text={t('cancelText', { sent: size(bytesSent), size: size(fileSize) })}
      confirmLabel={t('cancel')}
      cancelLabel={t('keep')}
      onConfirm={onConfirm}
      onCancel={onKeep}
    />
  );
}
