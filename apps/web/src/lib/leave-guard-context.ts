// Provides the leave guard to components. Forms hold it while they have unsaved changes.
import { useLayoutEffect, useState } from 'react';
import type { LeaveGuard, Unsaved } from './leave-guard.ts';
import { useServices } from './services-context.ts';
import { useLatest } from './use-latest.ts';

export function useLeaveGuard(): LeaveGuard {
  return useServices().leaveGuard;
}

export interface UnsavedOptions {
  isUnsaved: boolean;
  /** A sentence that says what would be lost. */
  what: string;
  giveUp?: (() => void) | undefined;
}

/**
 * Makes every navigation away from the page ask first while something is unsaved. Returns a function that asks before
 * closing only this part, for example the dialog that contains the form.
 */
export function useUnsaved({ isUnsaved, ...options }: UnsavedOptions): (close: () => void) => void {
  const guard = useLeaveGuard();
  const latest = useLatest(options);
  const [unsaved] = useState<Unsaved>(() => ({
    what: () => latest.current.what,
    giveUp: () => latest.current.giveUp?.(),
  }));
  // Uses a layout effect, because the next key press may already close the form.
  useLayoutEffect(() => (isUnsaved ? guard.hold(unsaved) : undefined), [guard, isUnsaved, unsaved]);
  return (close) => guard.passOne(unsaved, close);
}
