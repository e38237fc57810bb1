// What people are told of uploads as they happen, wherever on the page they are. Started by app/admin-wing.ts.
import { i18n } from '#i18n/i18n.ts';
import { toast } from '#ui/toasts/toast.tsx';
import type { UploadManager } from '../engine/upload-manager.ts';
import type { UploadEvent, UploadStatus } from '../engine/upload-record.ts';
import { uploadFailureText } from './upload-failure.ts';

/** Each of a few is named; a list of hundreds that is started at once is told in one line. */
const namedEach = 3;

export function showUploadToasts(uploads: UploadManager): void {
  /** How many of a long queue are done without a word. */
  let done = 0;
  const count = (...statuses: UploadStatus[]) =>
    uploads.getSnapshot().filter(({ status }) => statuses.includes(status)).length;
  // Forgotten together, without events: what was done of them is not told to the next member.
  uploads.subscribe(() => {
    if (uploads.getSnapshot().length === 0) done = 0;
  });
  uploads.on((event) => {
    // While a whole shelf is on its way they would follow one another without end; that it waits has been said.
    const isLong = count('queued') > namedEach;
    const isOneOfMany = event.type === 'completed' && (isLong || done > 0);
    if (isOneOfMany) done += 1;
    else if (event.type !== 'started' || !isLong) showToast(event);
    if (done > 0 && count('queued', 'uploading') === 0) {
      toast.success(i18n.getFixedT(null, 'uploads')('toasts.completedTogether', { count: done }));
      done = 0;
    }
  });
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
      showQueued(event);
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

type Queued = Extract<UploadEvent, { type: 'queued' }>;

let queued: Queued[] = [];

function showQueued(event: Queued): void {
  if (queued.push(event) === 1) queueMicrotask(tellQueued);
}

function tellQueued(): void {
  const events = queued;
  queued = [];
  if (events.length <= namedEach) {
    const t = i18n.getFixedT(null, 'uploads');
    for (const { record, position } of events)
      toast.info(t('toasts.queued', { title: record.title, position }));
    return;
  }
  const [first, last] = [events[0]?.position, events.at(-1)?.position];
  toast.info(i18n.getFixedT(null, 'batch')('queued', { count: events.length, first, last }));
}
