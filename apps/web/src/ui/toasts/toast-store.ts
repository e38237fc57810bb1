// The visible and waiting toasts, with errors first. Independent of React, so that the timers continue while dialogs
// open and close.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ReactNode } from 'react';
import { Listeners } from '#lib/listeners.ts';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: ReactNode;
  readonly title: string | undefined;
  /** What it is about. A later toast with the same subject takes its place. */
  readonly subject: string | undefined;
  /** The remaining time in milliseconds. */
  readonly ms: number;
}

/** More toasts would cover too much of the page. */
const shownAtOnce = 3;

export const isBad = ({ kind }: Pick<Toast, 'kind'>) => urgency({ kind }) > 0;

const urgency = ({ kind }: Pick<Toast, 'kind'>) => (kind === 'error' ? 2 : kind === 'warning' ? 1 : 0);

export class ToastStore {
  #shown: readonly Toast[] = [];
  #waiting: Toast[] = [];
  #timers = new Map<number, { timer: ReturnType<typeof setTimeout>; endsAt: number }>();
  /** Whether the timers are paused: until the toasts are rendered, and while they have the pointer or the focus. */
  #isPaused = true;
  #nextId = 1;
  #changes = new Listeners();

  /** Returns the id of the toast. */
  show(
    kind: ToastKind,
    message: ReactNode,
    more: { title?: string | undefined; ms?: number | undefined; subject?: string | undefined },
  ): number {
    const { title, ms = limits.toastMs, subject } = more;
    const toast = { id: this.#nextId++, kind, message, title, subject, ms };
    if (subject) this.#waiting = this.#waiting.filter((other) => other.subject !== subject);
    const replaced = this.#replacedBy(toast);
    if (replaced) this.#replace(replaced, toast);
    else {
      this.#wait(toast);
      this.#fill();
    }
    return toast.id;
  }

  close(id: number): void {
    this.#forget(id);
    this.#fill();
  }

  /**
   * Stops or continues the timers. They are stopped until the toasts are rendered, and while they have the pointer or
   * focus.
   */
  pause(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#stopAll();
    else for (const toast of this.#shown) this.#start(toast);
  }

  /** Returns the same array until something changes. */
  get = (): readonly Toast[] => this.#shown;

  subscribe = this.#changes.add;

  #stopAll(): void {
    const now = Date.now();
    this.#shown = this.#shown.map((toast) => {
      const { timer, endsAt } = this.#timers.get(toast.id) ?? { timer: undefined, endsAt: now };
      clearTimeout(timer);
      return { ...toast, ms: Math.max(1000, endsAt - now) };
    });
    this.#changes.call();
  }

  /**
   * The earlier toast about the same subject. Otherwise, if all places are taken, the oldest of the least urgent toasts
   * if it is less urgent: an error does not wait behind warnings, nor either behind success messages.
   */
  #replacedBy(toast: Toast): Toast | undefined {
    const { subject } = toast;
    const earlier = subject && this.#shown.find((other) => other.subject === subject);
    if (earlier || this.#shown.length < shownAtOnce) return earlier || undefined;
    const [least] = this.#shown.toSorted((one, other) => urgency(one) - urgency(other) || one.id - other.id);
    return least && urgency(least) < urgency(toast) ? least : undefined;
  }

  #replace({ id }: Toast, next: Toast): void {
    this.#shown = this.#shown.map((toast) => (toast.id === id ? next : toast));
    this.#forget(id);
    this.#start(next);
    this.#fill();
  }

  #forget(id: number): void {
    clearTimeout(this.#timers.get(id)?.timer);
    this.#timers.delete(id);
    this.#shown = this.#shown.filter((toast) => toast.id !== id);
    this.#waiting = this.#waiting.filter((toast) => toast.id !== id);
  }

  #wait(toast: Toast): void {
    const next = this.#waiting.findIndex((other) => urgency(other) < urgency(toast));
    this.#waiting.splice(next < 0 ? this.#waiting.length : next, 0, toast);
  }

  #fill(): void {
    for (let next = this.#waiting[0]; next && this.#hasPlaceFor(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#shown = [...this.#shown, next];
      this.#start(next);
    }
    this.#changes.call();
  }

  /** While the timers are paused, no place becomes free, so an error does not wait for one. */
  #hasPlaceFor({ kind }: Toast): boolean {
    return this.#shown.length < shownAtOnce || (this.#isPaused && kind === 'error');
  }

  #start({ id, ms }: Toast): void {
    if (this.#isPaused) return;
    this.#timers.set(id, { timer: setTimeout(() => this.close(id), ms), endsAt: Date.now() + ms });
  }
}

/** The toasts of the page. */
export const toasts = new ToastStore();
