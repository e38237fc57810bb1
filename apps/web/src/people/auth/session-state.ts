// Remembers why the session ended, so that the guards know whether to redirect to the home page or to the login.

import { useSyncExternalStore } from 'react';
import { i18n } from '#i18n/i18n.ts';
import { Observable } from '#lib/listeners.ts';
import { useServices } from '#lib/services-context.ts';
import type { SessionStore } from '#lib/session-store.ts';
import type { LoginState } from './login-state.ts';

type Reason = 'logout' | 'expired' | 'suspended';

export interface SessionEnd {
  /** Returns why the last session ended, or undefined if it ended elsewhere, for example in another tab. */
  getReason(): Reason | undefined;
  end(reason: Reason): void;
}

export function createSessionEnd(session: SessionStore): SessionEnd {
  let last: Reason | undefined;
  session.subscribe(() => {
    if (session.get()) last = undefined;
  });
  return {
    getReason: () => last,
    end(reason) {
      last = reason;
      session.clear();
    },
  };
}

declare module '#lib/services-context.ts' {
  interface Services {
    sessionEnd: SessionEnd;
  }
}

export function useSessionEnd(): SessionEnd {
  return useServices().sessionEnd;
}

/** Returns the router state that leads back to `returnTo` after the login. */
export function loginStateAt(returnTo: string, reason: Reason | undefined): LoginState {
  if (reason === 'suspended') return { message: i18n.t('session.suspended'), returnTo };
  const message = reason === 'expired' ? i18n.t('session.expired') : i18n.t('session.pleaseLogIn');
  return { message, returnTo };
}

// Remembers that the server refuses this session until the member has set up two-step login. The guards then show the setup.

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
