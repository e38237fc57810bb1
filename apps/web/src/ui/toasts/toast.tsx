// The four kinds of toast. Called from features and app; drawn by toasts.tsx.
import type { ReactNode } from 'react';
import { type ToastKind, toasts } from './toast-store.ts';

const show = (kind: ToastKind, message: ReactNode, title?: string, ms?: number) =>
  toasts.show(kind, message, { title, ms });

export const toast = {
  /** `ms` in place of the usual time. */
  success: (message: string, ms?: number) => show('success', message, undefined, ms),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  /** Of the server's own words, which are English. */
  serverWarning: (message: string) => show('warning', <span lang="en">{message}</span>),
  error: (message: string, title?: string) => show('error', message, title),
};
