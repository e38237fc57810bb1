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
  /** The remaining time in milliseconds. */
  readonly ms: number;
}

/** More toasts would cover too much of the page. */
const shownAtOnce = 3;

export const isBad = ({ kind }: Pick<Toast, 'kind'>) => kind === 'error' || kind === 'warning';

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
    more: { title?: string | undefined; ms?: number | undefined },
  ): number {
    const toast = { id: this.#nextId++, kind, message, title: more.title, ms: more.ms ?? limits.toastMs };
    // Errors and warnings are shown at once, in place of a success or information toast.
    const replaced =
      this.#shown.length >= shownAtOnce && isBad(toast) && this.#shown.find((other) => !isBad(other));
    if (replaced) this.close(replaced.id, toast);
    else {
      this.#wait(toast);
      this.#fill();
    }
    return toast.id;
  }

  close(id: number, next?: Toast): void {
    clearTimeout(this.#timers.get(id)?.timer);
    this.#timers.delete(id);
    this.#shown = this.#shown.filter((toast) => toast.id !== id);
    this.#waiting = this.#waiting.filter((toast) => toast.id !== id);
    if (next) this.#waiting.unshift(next);
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

  #wait(toast: Toast): void {
    const firstGood = isBad(toast) ? this.#waiting.findIndex((other) => !isBad(other)) : -1;
    this.#waiting.splice(firstGood < 0 ? this.#waiting.length : firstGood, 0, toast);
  }

  #fill(): void {
    while (this.#shown.length < shownAtOnce) {
      const next = this.#waiting.shift();
      if (!next) break;
      this.#shown = [...this.#shown, next];
      this.#start(next);
    }
    this.#changes.call();
  }

  #start({ id, ms }: Toast): void {
    if (this.#isPaused) return;
    this.#timers.set(id, { timer: setTimeout(() => this.close(id), ms), endsAt: Date.now() + ms });
  }
}

/** The toasts of the page. */
export const toasts = new ToastStore();
