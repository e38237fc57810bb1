// The logged-in member's session, stored in the browser (key `userInfo`) and synchronized between tabs. Independent of
// React.
import type { Session } from '@cellar/contract/people/accounts.ts';
import { Observable } from './listeners.ts';
import { type OpenStorage, storedJson } from './stored.ts';

export const sessionKey = 'userInfo';

export type StoredSession = Pick<Session, 'token' | 'isAdmin' | 'isContributor' | 'name' | 'email' | '_id'>;

export interface SessionStore {
  /** Returns the same object until the session changes. */
  get(): StoredSession | undefined;
  set(session: StoredSession): void;
  clear(): void;
  /**
   * Calls the listener after every change, including changes in other tabs. Returns a function that unsubscribes it.
   */
  subscribe(listener: () => void): () => void;
}

export function createSessionStore(
  openStorage?: OpenStorage,
  events: Pick<EventTarget, 'addEventListener'> = globalThis,
): SessionStore {
  const storage = storedJson(sessionKey, openStorage);
  const current = new Observable(parse(storage.get()));

  events.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    // The key is null if another tab has cleared the whole storage.
    if (key === sessionKey || key === null) current.set(parse(storage.get()));
  });

  return {
    get: current.get,
    set({ token, isAdmin, isContributor, name, email, _id }) {
      const session = { token, isAdmin, isContributor, name, email, _id };
      storage.set(session);
      current.set(session);
    },
    clear() {
      storage.set(undefined);
      current.set(undefined);
    },
    subscribe: current.subscribe,
  };
}

function parse(stored: unknown): StoredSession | undefined {
  const { token, isAdmin, isContributor, name, email, _id } = (stored ?? {}) as Partial<StoredSession>;
  if (typeof token !== 'string' || token === '') return undefined;
  return {
    token,
    isAdmin: isAdmin === true,
    isContributor: isContributor === true,
    name: typeof name === 'string' ? name : '',
    email: typeof email === 'string' ? email : '',
    _id: typeof _id === 'string' ? _id : '',
  };
}
