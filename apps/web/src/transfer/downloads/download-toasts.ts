// Shows one toast for each file that is downloaded, whose text changes, and one for several that follow each other.
import { i18n } from '#i18n/i18n.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import { type DownloadEvent, partOf } from './engine/download-record.ts';
import type { DownloadTracker } from './engine/download-tracker.ts';

export function showDownloadToasts(downloads: Pick<DownloadTracker, 'on'>): void {
  downloads.on(showToast);
}

function showToast(event: DownloadEvent): void {
  const t = i18n.getFixedT(null, 'downloads');
  const { gameId, title, isInList } = event.record;
  const part = partOf(event.record);
  // A failure stays while the next one of a list begins, and until the same file is tried again.
  const subject = isInList && event.type !== 'failed' ? 'download list' : `${gameId} ${part}`;
  switch (event.type) {
    case 'started':
      toasts.show('info', t('toasts.started', { title, platform: part }), { subject });
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
