// Shows toasts of the four kinds.
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ToastKind, toasts } from './toast-store.ts';

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
