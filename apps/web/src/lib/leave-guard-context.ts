// The leave guard for components: forms hold it while they have unsaved changes.
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { LeaveGuard, Unsaved } from './leave-guard.ts';
import { useServices } from './services-context.ts';

export function useLeaveGuard(): LeaveGuard {
  return useServices().leaveGuard;
}

export interface UnsavedOptions {
  isUnsaved: boolean;
  /** What would be lost, as a sentence. */
  what: string;
  giveUp?: (() => void) | undefined;
}

/**
 * While something is unsaved, every way off the page asks first. Returns a function that asks before only this is closed,
 * for example the dialog that contains the form.
 */
export function useUnsaved({ isUnsaved, what, giveUp }: UnsavedOptions): (close: () => void) => void {
  const guard = useLeaveGuard();
  const getWhat = useEffectEvent(() => what);
  const handleGiveUp = useEffectEvent(() => giveUp?.());
  const [unsaved] = useState<Unsaved>(() => ({ what: () => getWhat(), giveUp: () => handleGiveUp() }));
  // A layout effect, because the next key press may already close the form.
  useLayoutEffect(() => (isUnsaved ? guard.hold(unsaved) : undefined), [guard, isUnsaved, unsaved]);
  return (close) => guard.passOne(unsaved, close);
}
