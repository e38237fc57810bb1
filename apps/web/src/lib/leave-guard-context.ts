// Hands the leave guard to components. Provided by app/.
import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react';
import type { LeaveGuard } from './leave-guard.ts';

export const LeaveGuardContext = createContext<LeaveGuard | undefined>(undefined);

export function useLeaveGuard(): LeaveGuard {
  const guard = use(LeaveGuardContext);
  if (!guard) throw new Error('LeaveGuardContext is missing above this component');
  return guard;
}

export interface UnsavedOptions {
  isUnsaved: boolean;
  /** What would be lost, as a sentence. */
  what: string;
  giveUp?: (() => void) | undefined;
}

/**
 * While something is not saved, every way off the page asks first. Returns what asks before only this is closed, for
 * example the dialog it stands in.
 */
export function useUnsaved({ isUnsaved, what, giveUp }: UnsavedOptions): (close: () => void) => void {
  const guard = useLeaveGuard();
  const latest = useRef({ what, giveUp });
  useEffect(() => {
    latest.current = { what, giveUp };
  });
  const unsaved = useRef({
    what: () => latest.current.what,
    giveUp: () => latest.current.giveUp?.(),
  }).current;
  // Before the next key is pressed, which may close the form.
  useLayoutEffect(() => (isUnsaved ? guard.hold(unsaved) : undefined), [guard, isUnsaved, unsaved]);
  return (close) => guard.passOne(unsaved, close);
}
