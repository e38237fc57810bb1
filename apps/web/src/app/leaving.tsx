// Asks before unsaved changes are lost, on every page.
import { Suspense, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useServices } from '#lib/services-context.ts';

const LeaveQuestion = lazyComponent(async () => (await import('./leave-question.tsx')).LeaveQuestion);

/** Loaded as soon as there are unsaved changes, so that the question works offline. */
export function Leaving() {
  const guard = useServices().leaveGuard;
  const isNeeded = useSyncExternalStore(
    guard.subscribe,
    () => guard.isHeld || guard.getQuestion() !== undefined,
  );
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return <Suspense>{wasNeeded && <LeaveQuestion />}</Suspense>;
}
