import type { Session } from '@cellar/contract/accounts.ts';
import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { useSessionStore } from './session-context.ts';

/** Returns a function that keeps a new session, and opens the page that the member wanted. */
export function useLoggedIn(returnTo: string | undefined) {
  const navigate = useNavigate();
  const store = useSessionStore();
  return (fresh: Session) => {
    store.set(fresh);
    void navigate(returnTo ?? paths.games, { replace: true });
  };
}
