// Shows toasts of the four kinds.

import { limits } from '@cellar/contract/rules/limits.ts';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorText } from '#i18n/error-text.ts';
import { Listeners } from '#lib/listeners.ts';

const show = (kind: ToastKind, message: ReactNode, title?: string, ms?: number) =>
  toasts.show(kind, message, { title, ms });

export const toast = {
  /** `ms` replaces the default duration. */
  success: (message: string, ms?: number) => show('success', message, undefined, ms),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  /** Marks the message as English, for texts from the server. */
  serverWarning: (message: string) => show('warning', <span lang="en">{message}</span>),
  error: (message: string, title?: string) => show('error', message, title),
};

export const toastIcons: Record<ToastKind, ReactNode> = {
  success: <IconCheck size={18} aria-hidden />,
  info: <IconInfoCircle size={18} aria-hidden />,
  warning: <IconAlertTriangle size={18} aria-hidden />,
  error: <IconX size={18} aria-hidden />,
};

// The visible and waiting toasts, with errors first. Independent of React, so that the timers continue while dialogs
// open and close.

type ToastKind = 'success' | 'info' | 'warning' | 'error';

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

// Shows an error toast with our description of the failure and, if there is one, the server's reason.

/** Returns the id of the toast, if there is one. */
export function toastRefusal(error: Parameters<typeof errorText>[0], failed: string): number | undefined {
  // The member has closed the question whether it is them, so the request was given up on purpose.
  if (error.body?.code === 'confirmation_required') return undefined;
  const reason = errorText(error, failed);
  return toast.error(reason, reason === failed ? undefined : failed);
}
