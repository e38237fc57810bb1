// The container of the toasts at the top right. The code that renders them is loaded with the first toast, which waits
// for it.
import { Suspense, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '#lib/lazy-code.ts';
import { toasts } from './toast-store.ts';

const Toasts = lazyComponent(async () => (await import('./toasts.tsx')).Toasts);

export function Toaster() {
  const isNeeded = useSyncExternalStore(toasts.subscribe, toasts.get).length > 0;
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return <Suspense>{wasNeeded && <Toasts />}</Suspense>;
}
