// Leads to the login page when the server no longer knows the session, from wherever one is. Used by the root.
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from './paths.ts';
import type { Services } from './services.ts';
import { loginStateAt } from './session-end.ts';

export function useLeaveOnExpiry({ sessionEnd, onSessionExpired }: Services): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const leave = useEffectEvent(() => {
    sessionEnd.end('expired');
    // A guarded page is left by its guard, to the same place with the same words; this is for all others.
    const returnTo = pathname === paths.login ? paths.games : pathname + search + hash;
    void navigate(paths.login, { replace: true, state: loginStateAt(returnTo, 'expired') });
  });
  useEffect(() => onSessionExpired(() => leave()), [onSessionExpired]);
}
