// Downloads files one after the other in the browser. Lives outside React, so that it continues while the reader navigates.
import type { ListedFile } from '@cellar/contract/transfer/download-lists.endpoints.ts';
import { i18n } from '#i18n/i18n.ts';
import { Observable } from '#lib/listeners.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import type { DownloadEvent } from '../engine/download-record.ts';
import type { DownloadTracker } from '../engine/download-tracker.ts';

export interface SequenceState {
  files: readonly ListedFile[];
  /** The index of the file that is being downloaded, or that comes next if the sequence is stopped. */
  position: number;
  /** The number of files that are complete, or that a proxy sends. */
  done: number;
  /** The number of files whose download has failed. */
  failed: number;
  /** Whether a proxy sends some of them, so that only the browser knows when they end. */
  isHandedOver: boolean;
  isRunning: boolean;
}

export class DownloadSequence {
  readonly state = new Observable<SequenceState | undefined>(undefined);
  #tracker: DownloadTracker;
  #currentId: string | undefined;

  constructor(tracker: DownloadTracker) {
    this.#tracker = tracker;
    tracker.on((event) => this.#follow(event));
    // An event that says how a download has ended follows its removal.
    tracker.subscribe(() => queueMicrotask(() => this.#look()));
    tracker.onClear(() => this.#forget());
  }

  /** Replaces an earlier sequence. Its current download continues. */
  start(files: readonly ListedFile[]): void {
    this.#run({ files, position: 0, done: 0, failed: 0, isHandedOver: false, isRunning: true });
    showToast('info', 'sequence.begun', { count: files.length });
  }

  /** Starts no further download. The current one continues. */
  stop(): void {
    const state = this.state.get();
    if (!state?.isRunning) return;
    const isLoading = this.#currentId !== undefined;
    this.#currentId = undefined;
    this.state.set({ ...state, position: state.position + Number(isLoading), isRunning: false });
  }

  continue(): void {
    const state = this.state.get();
    if (state && !state.isRunning) this.#run({ ...state, isRunning: true });
  }

  /** Starts the download at the position, or ends the sequence. */
  #run(state: SequenceState): void {
    this.#currentId = undefined;
    const file = state.files[state.position];
    this.state.set({ ...state, isRunning: file !== undefined });
    if (!file) {
      showEnd(state);
      return;
    }
    const { gameId, title, platform } = file;
    const record = this.#tracker.start({
      ...{ gameId, title, platform, extra: file.extra ?? undefined },
      isInList: true,
    });
    this.#currentId = record?.id;
    if (!record) this.#next({ failed: state.failed + 1 });
  }

  #follow({ type, record }: DownloadEvent): void {
    if (record.id !== this.#currentId) return;
    const { done = 0, failed = 0 } = this.state.get() ?? {};
    if (type === 'completed') this.#next({ done: done + 1 });
    if (type === 'cancelled') this.#next();
    if (type === 'failed') this.#next({ failed: failed + 1 });
  }

  #look(): void {
    if (this.#currentId === undefined) return;
    const record = this.#tracker.getSnapshot().find(({ id }) => id === this.#currentId);
    // A proxy sends it, so only the browser knows its progress.
    if (record?.isHandedOver) this.#next({ isHandedOver: true, done: (this.state.get()?.done ?? 0) + 1 });
    if (record) return;
    // It has vanished without a result, for example because the computer was asleep.
    const state = this.state.get();
    this.#currentId = undefined;
    if (state) this.state.set({ ...state, isRunning: false });
  }

  /** The next member must not see it. */
  #forget(): void {
    this.#currentId = undefined;
    this.state.set(undefined);
  }

  #next(change: Partial<SequenceState> = {}): void {
    const state = this.state.get();
    if (state) this.#run({ ...state, ...change, position: state.position + 1 });
  }
}

/** One toast for all files, whose text changes. */
function showToast(
  kind: 'info' | 'success',
  key: 'sequence.begun' | EndText,
  values: Record<string, number>,
) {
  const t = i18n.getFixedT(null, 'downloadLists');
  toasts.show(kind, t(key, values), { subject: 'download list' });
}

type EndText = 'sequence.finished' | 'sequence.started';

function showEnd(state: SequenceState): void {
  const { done, files } = state;
  showToast(done === files.length ? 'success' : 'info', endText(state), { done, total: files.length });
}

/** A page does not see the end of what a proxy sends. */
export function endText({ isHandedOver }: SequenceState): EndText {
  return isHandedOver ? 'sequence.started' : 'sequence.finished';
}

const sequences = new WeakMap<DownloadTracker, DownloadSequence>();

/** Returns the only sequence of the page. */
export function sequenceOf(tracker: DownloadTracker): DownloadSequence {
  const sequence = sequences.get(tracker) ?? new DownloadSequence(tracker);
  sequences.set(tracker, sequence);
  return sequence;
}
