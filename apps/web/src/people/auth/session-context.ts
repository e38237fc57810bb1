import { useSyncExternalStore } from 'react';
import { useServices } from '#lib/services-context.ts';
import type { SessionStore, StoredSession } from '#lib/session-store.ts';

export function useSessionStore(): SessionStore {
  return useServices().session;
}

export function useSession(): StoredSession | undefined {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
