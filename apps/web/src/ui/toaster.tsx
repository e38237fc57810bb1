// Where toasts appear: top right. What draws them is loaded with the first one; as long as that can't be had, toasts wait and
// the page goes on.
import { notificationsStore, useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const retryMs = 3000;

const Toasts = lazy(load);

export function Toaster({ autoCloseMs }: { autoCloseMs: number }) {
  const isNeeded = useNotifications(notificationsStore).notifications.length > 0;
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return <Suspense>{wasNeeded && <Toasts autoCloseMs={autoCloseMs} />}</Suspense>;
}

async function load(): Promise<{ default: typeof import('./toasts.tsx').Toasts }> {
  try {
    return { default: (await import('./toasts.tsx')).Toasts };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return load();
  }
}
