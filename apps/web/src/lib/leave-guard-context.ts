// Hands the leave guard to components. Provided by app/.
import { createContext, use } from 'react';
import type { LeaveGuard } from './leave-guard.ts';

export const LeaveGuardContext = createContext<LeaveGuard | undefined>(undefined);

export function useLeaveGuard(): LeaveGuard {
  const guard = use(LeaveGuardContext);
  if (!guard) throw new Error('LeaveGuardContext is missing above this component');
  return guard;
}
