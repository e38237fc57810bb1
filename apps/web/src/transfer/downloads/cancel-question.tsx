import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { DownloadRecord } from './engine/download-record.ts';

export interface CancelQuestionProps {
  download: DownloadRecord;
  onConfirm(): void;
  onKeep(): void;
}

export function CancelQuestion({ download, onConfirm, onKeep }: CancelQuestionProps) {
  const { t, i18n } = useTranslation(['myDownloads', 'downloads']);
  const { title, bytesSent, fileSize } = download;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  return (
    <ConfirmDialog
      isOpen
      question={t('current.cancelQuestion', { title })}
      text={t('current.cancelText', { sent: size(bytesSent), size: size(fileSize) })}
      confirmLabel={t('downloads:cancel')}
      cancelLabel={t('current.keep')}
      onConfirm={onConfirm}
      onCancel={onKeep}
    />
  );
}
