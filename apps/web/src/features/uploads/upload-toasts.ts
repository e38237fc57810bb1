// What people are told of uploads as they happen, wherever on the page they are. Started by app/main.tsx.
import { i18n } from '#i18n/i18n.ts';
import { toast } from '#ui/toast.tsx';
import { uploadFailureText } from './upload-failure.ts';
import type { UploadManager } from './upload-manager.ts';
import type { UploadEvent } from './upload-record.ts';

export function showUploadToasts(uploads: UploadManager): void {
  uploads.on(showToast);
}

function showToast(event: UploadEvent): void {
  const t = i18n.getFixedT(null, 'uploads');
  const tAddGame = i18n.getFixedT(null, 'addGame');
  const { title, gameId } = event.record;
  switch (event.type) {
    case 'completed':
      toast.success(t('toasts.completed', { title }));
      break;
    case 'queued':
      toast.info(t('toasts.queued', { title, position: event.position }));
      break;
    case 'failed': {
      const reason = uploadFailureText(event.record);
      const text =
        gameId === undefined ? tAddGame('failedToast', { reason }) : t('toasts.failed', { title, reason });
      toast.error(text);
      break;
    }
    default:
      toast.info(t(`toasts.${event.type}`, { title }));
  }
}
