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
  warning: (message: string, title?: string) => show('warning', message, title),
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

// The visible and waiting toasts. Independent of React, so that the timers continue while dialogs open and close.

type ToastKind = 'success' | 'info' | 'warning' | 'error';

interface Details {
  title?: string | undefined;
  /** The time in milliseconds for which it is shown. Errors stay. */
  ms?: number | undefined;
  /** The thing that it is about: a later text about it takes its place. Otherwise only the same text does. */
  subject?: string | undefined;
}

export interface Toast extends Details {
  /** Identifies the text. A later text about the same subject has another id. */
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: ReactNode;
  readonly subject: string;
  /** Whether it answers an action of the user. Otherwise it tells what became of a thing, such as a download. */
  readonly isAnswer: boolean;
  readonly shownAt: number;
  /** The remaining time. */
  readonly ms: number;
}

/** More toasts would cover too much of the page. Errors have places of their own. */
const shownAtOnce = 3;
const errorsAtOnce = 5;

export const isBad = ({ kind }: Pick<Toast, 'kind'>) => urgency({ kind }) > 0;

const isError = ({ kind }: Pick<Toast, 'kind'>) => kind === 'error';

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
  show(kind: ToastKind, message: ReactNode, { title, ms = limits.toastMs, subject }: Details): number {
    const id = this.#nextId++;
    const same = typeof message === 'string' ? `${title}: ${message}` : String(id);
    const about = { subject: subject ?? same, isAnswer: subject === undefined };
    const toast: Toast = { id, kind, message, title, ms, ...about, shownAt: Date.now() };
    this.#waiting = this.#waiting.filter((other) => other.subject !== toast.subject);
    const earlier = this.#shown.find((other) => other.subject === toast.subject);
    if (earlier) {
      this.#shown = this.#shown.map((other) => (other === earlier ? toast : other));
      this.#forget(earlier.id);
      this.#start(toast);
    } else this.#wait(toast);
    this.#fill();
    return id;
  }

  close(id: number): void {
    this.#forget(id);
    this.#fill();
  }

  /** Call it when the user does something else: closes the errors about earlier actions that could be read. */
  goOn(): void {
    const isOver = (toast: Toast) =>
      isError(toast) && toast.isAnswer && Date.now() - toast.shownAt >= limits.toastMs;
    for (const { id } of this.#shown.filter(isOver)) this.close(id);
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

  /** An error waits for nothing. If there are many, the oldest one makes way. */
  #hasPlaceFor(toast: Toast): boolean {
    const errors = this.#shown.filter(isError);
    if (!isError(toast)) return this.#shown.length - errors.length < shownAtOnce;
    if (errors[0] && errors.length >= errorsAtOnce) this.#forget(errors[0].id);
    return true;
  }

  /** An error stays until it is closed, because a user who looks elsewhere would miss it. */
  #start({ id, kind, ms }: Toast): void {
    if (this.#isPaused || kind === 'error') return;
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
