// Leads to the login page when the server no longer knows the session, from wherever one is. Started by main.tsx.
import type { DataRouter } from 'react-router';
import { paths } from './paths.ts';
import type { Services } from './services.ts';
import { loginStateAt } from './session-end.ts';

export function leaveOnExpiry({ sessionEnd, onSessionExpired }: Services, router: DataRouter): void {
  onSessionExpired(() => {
    const { pathname, search, hash } = router.state.location;
    sessionEnd.end('expired');
    // A guarded page is left by its guard, to the same place with the same words; this is for all others.
    const returnTo = pathname === paths.login ? paths.games : pathname + search + hash;
    void router.navigate(paths.login, { replace: true, state: loginStateAt(returnTo, 'expired') });
  });
}
