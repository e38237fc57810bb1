// Shows one toast for each file that is downloaded, whose text changes. Several that follow each other have one together
// (lists/download-sequence.ts).
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
  if (isInList && (event.type === 'started' || event.type === 'completed')) return;
  const part = partOf(event.record);
  // A failure stays until the same file is tried again.
  const subject = `${gameId} ${part}`;
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
