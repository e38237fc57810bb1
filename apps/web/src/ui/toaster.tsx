// Where toasts appear: top right. What draws them is loaded with the first one.
import { notificationsStore, useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

export function Toaster({ autoCloseMs }: { autoCloseMs: number }) {
  const isNeeded = useNotifications(notificationsStore).notifications.length > 0;
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return <Suspense>{wasNeeded && <Toasts autoCloseMs={autoCloseMs} />}</Suspense>;
}
