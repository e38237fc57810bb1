// The four kinds of toast. Called from features and app; shown by the theme provider.
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { i18n } from '#i18n/i18n.ts';
import styles from './toast.module.css';

type Kind = 'success' | 'info' | 'warning' | 'error';

const icons: Record<Kind, ReactNode> = {
  success: <IconCheck size={18} />,
  info: <IconInfoCircle size={18} />,
  warning: <IconAlertTriangle size={18} />,
  error: <IconX size={18} />,
};

interface Extras {
  title?: string | undefined;
  /** In place of the usual time. */
  autoCloseMs?: number | undefined;
}

function show(kind: Kind, message: string, { title, autoCloseMs }: Extras = {}): void {
  notifications.show({
    title,
    message,
    autoClose: autoCloseMs,
    icon: icons[kind],
    closeButtonProps: { 'aria-label': i18n.t('close') },
    className: styles[kind],
    classNames: { root: styles.root, icon: styles.icon, title: styles.title, description: styles.message },
    // Errors interrupt a screen reader, the rest waits for its turn.
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
  });
}

export const toast = {
  success: (message: string, autoCloseMs?: number) => show('success', message, { autoCloseMs }),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  error: (message: string, title?: string) => show('error', message, { title }),
};
