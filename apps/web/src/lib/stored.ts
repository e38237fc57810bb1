// Values in the browser's storage. If the storage is blocked or full, nothing is read or written, and the value only
// lasts as long as the page.

/** A function, because accessing a blocked storage throws. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Values are kept until the tab is closed. */
export const inTab: OpenStorage = () => globalThis.sessionStorage;
const onDevice: OpenStorage = () => globalThis.localStorage;

/** `get` returns undefined if nothing is stored; `set(undefined)` removes the value. */
export function stored(key: string, open: OpenStorage = onDevice) {
  return {
    get: (): string | undefined => attempt(() => open().getItem(key)) ?? undefined,
    set(value: string | undefined): void {
      attempt(() => (value === undefined ? open().removeItem(key) : open().setItem(key, value)));
    },
  };
}

/** Like `stored`, but for JSON. The caller must check its content. */
export function storedJson(key: string, open?: OpenStorage) {
  const text = stored(key, open);
  return {
    get: (): unknown => attempt(() => JSON.parse(text.get() ?? 'null')),
    set: (value: object | undefined): void => text.set(value && JSON.stringify(value)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
