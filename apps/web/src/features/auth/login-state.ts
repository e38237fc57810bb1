// What the login page is told on the way to it: in the navigation's state, and in its query (specification section 2,
// "Login page").

export interface LoginState {
  /** Shown as a notice. */
  message?: string | undefined;
  /** Where to go after the login. */
  returnTo?: string | undefined;
  isRegistering?: boolean | undefined;
  isRequestAccess?: boolean | undefined;
}

/** Which of its forms the login page shows. Registering and requesting access differ in their words and their call. */
export type LoginMode = 'login' | 'register' | 'requestAccess';

/** Reads what may be anything: the state of a navigation outlives reloads and versions of the page. */
export function readLoginState(state: unknown, origin: string): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { message, returnTo, isRegistering, isRequestAccess } = state as Record<string, unknown>;
  return {
    message: typeof message === 'string' && message !== '' ? message : undefined,
    returnTo: safeReturnTo(returnTo, origin),
    ...(isRegistering === true ? { isRegistering } : {}),
    ...(isRequestAccess === true ? { isRequestAccess } : {}),
  };
}

/** Only requesting access may answer a session, so an invitation always goes that way. */
export function firstMode(state: LoginState, query: URLSearchParams): LoginMode {
  const isRegistering = state.isRegistering || query.get('register') === 'true';
  if (state.isRequestAccess || (isRegistering && query.get('invite'))) return 'requestAccess';
  return isRegistering ? 'register' : 'login';
}

/** A path of this site, or nothing: `//host`, `/\host` and whole addresses lead away from it. */
export function safeReturnTo(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  if (!URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // `/a/..//host` is of this site, and what is left of it when it is resolved is not.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
