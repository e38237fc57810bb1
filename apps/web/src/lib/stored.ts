// Values kept in the browser's storage. Storage may be blocked or full: then nothing is found and nothing is written, and
// the value lasts as long as the page.

/** Opening a blocked storage throws, hence a function. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Kept until the tab is closed. */
export const inTab: OpenStorage = () => globalThis.sessionStorage;
const onDevice: OpenStorage = () => globalThis.localStorage;

/** `get` returns undefined when nothing is stored; `set(undefined)` removes the value. */
export function stored(key: string, open: OpenStorage = onDevice) {
  return {
    get: (): string | undefined => attempt(() => open().getItem(key)) ?? undefined,
    set(value: string | undefined): void {
      attempt(() => (value === undefined ? open().removeItem(key) : open().setItem(key, value)));
    },
  };
}

/** The same for JSON, whose content the caller checks. */
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
