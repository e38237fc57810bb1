// Shows a toast for each upload event, on every page.
import { i18n } from '#i18n/i18n.ts';
import { toast } from '#ui/toasts/toast.tsx';
import type { UploadManager } from '../engine/upload-manager.ts';
import type { UploadEvent, UploadRecord, UploadStatus } from '../engine/upload-record.ts';
import { uploadFailureText } from './upload-failure.ts';

/** Up to this many queued uploads get one toast each; more share a single toast. */
const maxSingleToasts = 3;

export function showUploadToasts(uploads: UploadManager): void {
  /** The number of completed uploads in a long queue that have not been reported yet. */
  let done = 0;
  const count = (...statuses: UploadStatus[]) =>
    uploads.getSnapshot().filter(({ status }) => statuses.includes(status)).length;
  // Clearing the list emits no events, and the next member must not see its count.
  uploads.subscribe(() => {
    if (uploads.getSnapshot().length === 0) done = 0;
  });
  const showQueued = collectQueued();
  uploads.on((event) => {
    // In a long queue, single toasts would follow one another too quickly.
    const isLong = count('queued') > maxSingleToasts;
    const isOneOfMany = event.type === 'completed' && (isLong || done > 0);
    if (isOneOfMany) done += 1;
    else if (event.type === 'queued') showQueued(event);
    else if (event.type !== 'started' || !isLong) showToast(event);
    if (done > 0 && count('queued', 'uploading') === 0) {
      toast.success(i18n.getFixedT(null, 'uploads')('toasts.completedTogether', { count: done }));
      done = 0;
    }
  });
}

type Queued = Extract<UploadEvent, { type: 'queued' }>;

function showToast(event: Exclude<UploadEvent, Queued>): void {
  const t = i18n.getFixedT(null, 'uploads');
  const tAddGame = i18n.getFixedT(null, 'addGame');
  const { gameId } = event.record;
  const title = nameOf(event.record);
  switch (event.type) {
    case 'completed':
      toast.success(t('toasts.completed', { title }));
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

/** The title, and for an extra what it adds. */
function nameOf({ title, part, isExtra }: UploadRecord): string {
  return isExtra ? `${title} (${part})` : title;
}

/** Returns a function that collects the events of the current task and shows them together. */
function collectQueued(): (event: Queued) => void {
  let queued: Queued[] = [];
  const flush = () => {
    showQueuedToasts(queued);
    queued = [];
  };
  return (event) => {
    if (queued.push(event) === 1) queueMicrotask(flush);
  };
}

function showQueuedToasts(events: readonly Queued[]): void {
  if (events.length <= maxSingleToasts) {
    const t = i18n.getFixedT(null, 'uploads');
    for (const { record, position } of events)
      toast.info(t('toasts.queued', { title: nameOf(record), position }));
    return;
  }
  const [first, last] = [events[0]?.position, events.at(-1)?.position];
  toast.info(i18n.getFixedT(null, 'batch')('queued', { count: events.length, first, last }));
}
