// Remembers that the server refuses this session until the member has set up two-step login. The guards then show the setup.
import { useSyncExternalStore } from 'react';
import { Observable } from '#lib/listeners.ts';
import { useServices } from '#lib/services-context.ts';
import type { SessionStore } from '#lib/session-store.ts';

/** False again with every other session. */
export function createSecondFactorNeed(session: SessionStore): Observable<boolean> {
  const isNeeded = new Observable(false);
  let token = session.get()?.token;
  session.subscribe(() => {
    if (session.get()?.token === token) return;
    token = session.get()?.token;
    isNeeded.set(false);
  });
  return isNeeded;
}

declare module '#lib/services-context.ts' {
  interface Services {
    needsSecondFactor: Observable<boolean>;
  }
}

export function useNeedsSecondFactor(): boolean {
  const { needsSecondFactor } = useServices();
  return useSyncExternalStore(needsSecondFactor.subscribe, needsSecondFactor.get);
}
