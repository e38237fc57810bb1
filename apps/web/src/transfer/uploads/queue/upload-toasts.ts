// Shows toasts for uploads, on every page: one for each upload, or for several that were added together, whose text
// changes.
import { i18n } from '#i18n/i18n.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import type { UploadManager } from '../engine/upload-manager.ts';
import { isPending, type UploadEvent, type UploadRecord } from '../engine/upload-record.ts';
import { uploadFailureText } from './upload-status.ts';

type Queued = Extract<UploadEvent, { type: 'queued' }>;

/** A toast names this many failed uploads. */
const maxNamed = 3;

export function showUploadToasts(uploads: UploadManager): void {
  const groups = new UploadGroups();
  const showBegun = collect<UploadEvent>((events) => {
    if (groups.add(events.map(({ record }) => record.id))) return showGroupStart(events);
    const [single, ...others] = events;
    // If several known uploads are resumed together, only their rows say so.
    if (single && others.length === 0) showToast(single);
  });
  // Waits for the event of the same change, which still belongs to the group.
  const showEnded = collect(() => {
    for (const ended of groups.removeEnded(uploads.getSnapshot())) showGroupEnd(ended);
  });
  uploads.subscribe(() => {
    // The list has been cleared. The next member must not see the counts.
    if (uploads.getSnapshot().length === 0) groups.clear();
    showEnded(undefined);
  });
  uploads.on((event) => {
    const { type, record } = event;
    if (type === 'completed') groups.complete(record.id);
    // The queue starts the next upload of a group without a toast.
    if (type === 'started' && groups.has(record.id)) return;
    if (type === 'started' || type === 'queued' || type === 'resumed') showBegun(event);
    else if (type === 'paused' || type === 'cancelled' || !groups.has(record.id)) showToast(event);
  });
}

function showToast(event: UploadEvent): void {
  const t = i18n.getFixedT(null, 'uploads');
  const tAddGame = i18n.getFixedT(null, 'addGame');
  const { gameId, id: subject } = event.record;
  const title = nameOf(event.record);
  switch (event.type) {
    case 'completed':
      toasts.show('success', t('toasts.completed', { title }), { subject });
      break;
    case 'failed': {
      const reason = uploadFailureText(event.record);
      const text =
        gameId === undefined ? tAddGame('failedToast', { reason }) : t('toasts.failed', { title, reason });
      toasts.show('error', text, { subject });
      break;
    }
    case 'queued':
      toasts.show('info', t('toasts.queued', { title, position: event.position }), { subject });
      break;
    default:
      toasts.show('info', t(`toasts.${event.type}`, { title }), { subject });
  }
}

function showGroupStart(events: readonly UploadEvent[]): void {
  const queued = events.filter((event): event is Queued => event.type === 'queued');
  const started = events.length - queued.length;
  const [first, last] = [queued[0]?.position, queued.at(-1)?.position];
  const t = i18n.getFixedT(null, 'uploads');
  const tBatch = i18n.getFixedT(null, 'batch');
  const parts = [
    ...(started > 0 ? [t('toasts.startedTogether', { count: started })] : []),
    ...(queued.length > 0 ? [tBatch('queued', { count: queued.length, first, last })] : []),
  ];
  toasts.show('info', parts.join(' · '), { subject: subjectOf(events[0]?.record.id) });
}

const subjectOf = (firstId: string | undefined) => `uploads from ${firstId} on`;

function showGroupEnd({ firstId, completed, failed }: EndedGroup): void {
  const t = i18n.getFixedT(null, 'uploads');
  const done = completed > 0 ? [t('toasts.completedTogether', { count: completed })] : [];
  const subject = subjectOf(firstId);
  if (failed.length === 0) return void (completed > 0 && toasts.show('success', done.join(''), { subject }));
  const more = failed.length > maxNamed ? ', …' : '';
  const names = failed.slice(0, maxNamed).map(nameOf).join(', ') + more;
  const text = [t('toasts.failedTogether', { count: failed.length, names }), ...done].join(' ');
  toasts.show('error', text, { subject });
}

/** The title, and for an extra what it adds. */
function nameOf({ title, part, isExtra }: UploadRecord): string {
  return isExtra ? `${title} (${part})` : title;
}

/** Returns a function that collects the events of the current task and shows them together. */
function collect<Event>(show: (events: readonly Event[]) => void): (event: Event) => void {
  let events: Event[] = [];
  const flush = () => {
    const collected = events;
    events = [];
    show(collected);
  };
  return (event) => {
    if (events.push(event) === 1) queueMicrotask(flush);
  };
}

interface Group {
  ids: ReadonlySet<string>;
  /** Counts also those that were removed from the list. */
  completed: number;
}

interface EndedGroup {
  firstId: string | undefined;
  completed: number;
  failed: UploadRecord[];
}

/** The uploads that were added together, for example from the list of several files. They are reported together. */
class UploadGroups {
  #groups = new Set<Group>();
  /** All uploads that were ever added. Uploads that begin to wait again form no new group. */
  #known = new Set<string>();

  /** Adds uploads that have begun in the same task. Returns whether they form a group: several of them are new. */
  add(ids: readonly string[]): boolean {
    const fresh = ids.filter((id) => !this.#known.has(id));
    for (const id of fresh) this.#known.add(id);
    if (fresh.length > 1) this.#groups.add({ ids: new Set(fresh), completed: 0 });
    return fresh.length > 1;
  }

  /** Returns whether the upload is in a group of which uploads are left. */
  has(id: string): boolean {
    return [...this.#groups].some(({ ids }) => ids.has(id));
  }

  complete(id: string): void {
    for (const group of this.#groups) if (group.ids.has(id)) group.completed += 1;
  }

  clear(): void {
    this.#groups.clear();
  }

  /** Removes and returns the groups of which no upload is left. */
  removeEnded(uploads: readonly UploadRecord[]): EndedGroup[] {
    const ended: EndedGroup[] = [];
    for (const group of this.#groups) {
      const own = uploads.filter(({ id }) => group.ids.has(id));
      if (own.some(isPending)) continue;
      this.#groups.delete(group);
      const failed = own.filter(({ status }) => status === 'failed');
      const [firstId] = group.ids;
      ended.push({ firstId, completed: group.completed, failed });
    }
    return ended;
  }
}
