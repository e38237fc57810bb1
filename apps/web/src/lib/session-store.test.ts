import { describe, expect, it, vi } from 'vitest';
import { createSessionStore, sessionKey } from './session-store.ts';

const session = {
  token: 't',
  isAdmin: true,
  isContributor: false,
  name: 'Ada',
  email: 'ada@example.org',
  _id: 'u1',
};

function fakeStorage(text?: string): Storage {
  const items = new Map(text === undefined ? [] : [[sessionKey, text]]);
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

describe('the session store', () => {
  it('restores a stored session with only the fields that it needs', () => {
    const storage = fakeStorage();
    createSessionStore(() => storage, new EventTarget()).set({ ...session, password: 'x' } as typeof session);
    const restored = createSessionStore(() => storage, new EventTarget());
    expect(restored.get()).toEqual(session);
    expect(restored.get()).toBe(restored.get());
    restored.clear();
    expect(storage.getItem(sessionKey)).toBeNull();
    expect(restored.get()).toBeUndefined();
  });

  it.each(['', '{', 'null', '[]', '5', '{"isAdmin":true}', '{"token":""}', '{"token":5}'])(
    'starts logged out from %j',
    (text) => {
      expect(createSessionStore(() => fakeStorage(text), new EventTarget()).get()).toBeUndefined();
    },
  );

  it('treats only users who are marked as admins as admins', () => {
    const storage = fakeStorage('{"token":"t","isAdmin":"yes"}');
    expect(createSessionStore(() => storage, new EventTarget()).get()).toMatchObject({
      isAdmin: false,
      name: '',
    });
  });

  it('keeps the session in memory if the storage is blocked or full', () => {
    const blocked = createSessionStore(() => {
      throw new Error('blocked');
    }, new EventTarget());
    blocked.set(session);
    expect(blocked.get()).toEqual(session);
    const full = fakeStorage();
    full.setItem = () => {
      throw new Error('full');
    };
    const store = createSessionStore(() => full, new EventTarget());
    store.set(session);
    expect(store.get()).toEqual(session);
  });

  it('notifies its listeners of changes, including a login or logout in another tab', () => {
    const storage = fakeStorage();
    const events = new EventTarget();
    const store = createSessionStore(() => storage, events);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    storage.setItem(sessionKey, JSON.stringify(session));
    events.dispatchEvent(Object.assign(new Event('storage'), { key: sessionKey }));
    expect(store.get()).toEqual(session);
    events.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
    expect(listener).toHaveBeenCalledTimes(1);
    storage.clear();
    events.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    expect(store.get()).toBeUndefined();
    stop();
    store.set(session);
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
