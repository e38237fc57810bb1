import type { Session } from '@cellar/contract/people/accounts.ts';
import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useSessionStore } from './session-context.ts';

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
