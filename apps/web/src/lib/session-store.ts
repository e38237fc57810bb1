// Who is logged in, kept in the browser (key `userInfo`) and followed across tabs. Framework-free; app/ binds it to React.
import type { Session } from '@cellar/contract/accounts.ts';

export const sessionKey = 'userInfo';

export type StoredSession = Pick<Session, 'token' | 'isAdmin' | 'name' | 'email' | '_id'>;

export interface SessionStore {
  /** The same object until it changes. */
  get(): StoredSession | undefined;
  set(session: StoredSession): void;
  clear(): void;
  /** Called after every change, also one made in another tab. Returns what ends it. */
  subscribe(listener: () => void): () => void;
}

/** `storage` is localStorage; reading it throws where the browser blocks it, hence a function. */
export function createSessionStore(
  openStorage: () => Storage = () => globalThis.localStorage,
  events: Pick<EventTarget, 'addEventListener'> = globalThis,
): SessionStore {
  const listeners = new Set<() => void>();
  const storage = open(openStorage);
  let current = parse(read(storage));

  const change = (next: StoredSession | undefined) => {
    current = next;
    for (const listener of [...listeners]) listener();
  };

  events.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    // key is null when the other tab cleared everything.
    if (key !== sessionKey && key !== null) return;
    change(parse(read(storage)));
  });

  return {
    get: () => current,
    set(session) {
      const { token, isAdmin, name, email, _id } = session;
      const kept = { token, isAdmin, name, email, _id };
      attempt(() => storage?.setItem(sessionKey, JSON.stringify(kept)));
      change(kept);
    },
    clear() {
      attempt(() => storage?.removeItem(sessionKey));
      change(undefined);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// Blocked or full storage: the session then lives as long as the page, which is better than none.
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function open(openStorage: () => Storage): Storage | undefined {
  return attempt(openStorage) ?? undefined;
}

function read(storage: Storage | undefined): string | null {
  return attempt(() => storage?.getItem(sessionKey) ?? null) ?? null;
}

function parse(text: string | null): StoredSession | undefined {
  if (text === null) return undefined;
  const value = attempt(() => JSON.parse(text) as Partial<StoredSession> | null);
  if (typeof value?.token !== 'string' || value.token === '') return undefined;
  return {
    token: value.token,
    isAdmin: value.isAdmin === true,
    name: typeof value.name === 'string' ? value.name : '',
    email: typeof value.email === 'string' ? value.email : '',
    _id: typeof value._id === 'string' ? value._id : '',
  };
}
