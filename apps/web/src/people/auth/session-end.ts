// Remembers why the session ended, so that the guards know whether to redirect to the home page or to the login.
import { i18n } from '#i18n/i18n.ts';
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
