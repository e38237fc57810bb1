// Who is logged in, for components. app/ provides the store.
import { createContext, use, useSyncExternalStore } from 'react';
import type { SessionStore, StoredSession } from '#lib/session-store.ts';

export const SessionContext = createContext<SessionStore | undefined>(undefined);

export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error('SessionContext is missing above this component');
  return store;
}

export function useSession(): StoredSession | undefined {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
