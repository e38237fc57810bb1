// The router state and query parameters of the login pages (specification section 2, "Login page").
import type { Session } from '@cellar/contract/people/accounts.ts';
import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { storedJson } from '#lib/stored.ts';
import { useSessionStore } from './session-context.ts';

export interface LoginState {
  /** Shown as a notice. */
  message?: string | undefined;
  /** The path to open after the login. */
  returnTo?: string | undefined;
  /** Ends the session at the login provider, after a logout here. */
  logoutUrl?: string | undefined;
  /** Whether the account is new, so that nobody is welcomed back. */
  isNew?: boolean | undefined;
  isRegistering?: boolean | undefined;
  isRequestAccess?: boolean | undefined;
}

/** The router state of the second step: what the server needs to finish the login. */
export interface SecondStepState {
  challenge: string;
  methods: readonly string[];
  email: string;
  returnTo?: string | undefined;
}

/** Returns undefined if the page was opened without a login that waits for its second step. */
export function readSecondStepState(state: unknown, origin: string): SecondStepState | undefined {
  const { challenge, methods, email, returnTo } = (state ?? {}) as Record<string, unknown>;
  if (typeof challenge !== 'string' || typeof email !== 'string' || !Array.isArray(methods)) return undefined;
  return { challenge, email, methods: methods.map(String), returnTo: safeReturnTo(returnTo, origin) };
}

/** The form that the login page shows. `register` and `requestAccess` differ in their texts and their endpoint. */
export type LoginMode = 'login' | 'register' | 'requestAccess';

/** Validates the router state, which survives reloads and new versions of the page. */
export function readLoginState(state: unknown, origin: string): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { message, returnTo, logoutUrl, isNew, isRegistering, isRequestAccess } = state as Record<
    string,
    unknown
  >;
  return {
    message: typeof message === 'string' && message !== '' ? message : undefined,
    returnTo: safeReturnTo(returnTo, origin),
    ...(isWebAddress(logoutUrl) ? { logoutUrl } : {}),
    ...(isNew === true ? { isNew } : {}),
    ...(isRegistering === true ? { isRegistering } : {}),
    ...(isRequestAccess === true ? { isRequestAccess } : {}),
  };
}

/**
 * Returns the form to show first. Invitations always request access, because only that endpoint can return a session.
 */
export function firstMode(state: LoginState, query: URLSearchParams): LoginMode {
  const isRegistering = state.isRegistering || query.get('register') === 'true';
  if (state.isRequestAccess || (isRegistering && query.get('invite'))) return 'requestAccess';
  return isRegistering ? 'register' : 'login';
}

/** Returns a path of this site, or undefined: `//host`, `/\host` and absolute URLs lead to other sites. */
export function safeReturnTo(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  if (!URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // `/a/..//host` has the right origin, but its resolved path `//host` leads to another site.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Returns a function that keeps a new session, and opens the page that the member wanted. */
export function useLoggedIn(returnTo: string | undefined) {
  const navigate = useNavigate();
  const store = useSessionStore();
  return (fresh: Session) => {
    store.set(fresh);
    const wanted = returnTo ?? paths.games;
    // Otherwise Back would lead to the same page once more.
    if (isBefore(wanted)) void navigate(-1);
    else void navigate(wanted, { replace: true });
  };
}

/** Returns whether the page is the previous entry of the history, where the browser tells. */
function isBefore(path: string): boolean {
  const { currentEntry, entries } = window.navigation ?? {};
  const before = entries?.call(window.navigation)[(currentEntry?.index ?? 0) - 1];
  return before?.sameDocument === true && before.url === new URL(path, window.location.href).href;
}

// The secrets with which this browser is a trusted device, one for each account that was used here.

const storage = storedJson('cellar-trusted-device');

const keyOf = (email: string) => email.trim().toLowerCase();

function read(): Record<string, string> {
  const stored = storage.get();
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, token]) => typeof token === 'string'));
}

export const trustedDevice = {
  tokenOf: (email: string): string | undefined => read()[keyOf(email)],

  /** Without a token, the browser is no trusted device of this account. */
  remember(email: string, token: string | undefined): void {
    const { [keyOf(email)]: _, ...others } = read();
    storage.set(token === undefined ? others : { ...others, [keyOf(email)]: token });
  },
};
