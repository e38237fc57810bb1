import { i18n } from '#i18n/i18n.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { type DownloadEvent, partOf } from './download-record.ts';
import type { DownloadTracker } from './download-tracker.ts';

export function showDownloadToasts(downloads: DownloadTracker): void {
  downloads.on(showToast);
}

function showToast(event: DownloadEvent): void {
  const t = i18n.getFixedT(null, 'downloads');
  const { title } = event.record;
  switch (event.type) {
    case 'started':
      toast.info(t('toasts.started', { title, platform: partOf(event.record) }));
      break;
    case 'retrying':
      toast.warning(t('toasts.retrying', { attempt: event.attempt }));
      break;
    case 'completed':
      toast.success(t('toasts.completed', { title }));
      break;
    case 'cancelled':
      toast.info(t('toasts.cancelled', { title }));
      break;
    case 'failed':
      toast.error(t(event.error.key, event.error.values), t('toasts.failed', { title }));
  }
}
