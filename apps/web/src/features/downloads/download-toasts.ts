// Shows one toast for each download, whose text changes.
import { i18n } from '#i18n/i18n.ts';
import { toasts } from '#ui/toasts/toast-store.ts';
import { type DownloadEvent, partOf } from './download-record.ts';
import type { DownloadTracker } from './download-tracker.ts';

export function showDownloadToasts(downloads: DownloadTracker): void {
  downloads.on(showToast);
}

function showToast(event: DownloadEvent): void {
  const t = i18n.getFixedT(null, 'downloads');
  const { id: subject, title } = event.record;
  switch (event.type) {
    case 'started':
      toasts.show('info', t('toasts.started', { title, platform: partOf(event.record) }), { subject });
      break;
    case 'retrying':
      toasts.show('warning', t('toasts.retrying', { attempt: event.attempt }), { subject });
      break;
    case 'completed':
      toasts.show('success', t('toasts.completed', { title }), { subject });
      break;
    case 'cancelled':
      toasts.show('info', t('toasts.cancelled', { title }), { subject });
      break;
    case 'failed': {
      const failed = t('toasts.failed', { title });
      toasts.show('error', t(event.error.key, event.error.values), { title: failed, subject });
    }
  }
}
