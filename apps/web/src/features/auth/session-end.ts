// How a session ends, and where that leads: a logout home, an expiry to the login page with a word on why and a way
// back. The guards ask here, because they are the first to notice that the session is gone.
import { createContext, use } from 'react';
import { i18n } from '#i18n/i18n.ts';
import type { SessionStore } from '#lib/session-store.ts';
import type { LoginState } from './login-state.ts';

type Reason = 'logout' | 'expired' | 'suspended';

export interface SessionEnd {
  /** Of the last session; undefined when it was ended elsewhere, for example in another tab. */
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

export const SessionEndContext = createContext<SessionEnd | undefined>(undefined);

export function useSessionEnd(): SessionEnd {
  const sessionEnd = use(SessionEndContext);
  if (!sessionEnd) throw new Error('SessionEndContext is missing above this component');
  return sessionEnd;
}

/** What the login page is told when somebody who is not logged in wanted to be at `returnTo`. */
export function loginStateAt(returnTo: string, reason: Reason | undefined): LoginState {
  if (reason === 'suspended') return { message: i18n.t('session.suspended'), returnTo };
  const message = reason === 'expired' ? i18n.t('session.expired') : i18n.t('session.pleaseLogIn');
  return { message, returnTo };
}
