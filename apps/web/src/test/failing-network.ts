// Simulates a page in Node whose network fails on demand, for tests of lazy code (lib/lazy-code.ts).
import { vi } from 'vitest';
import { watchLazyCode } from '#lib/lazy-code.ts';

class Link {
  rel = 'stylesheet';
  onerror?: () => void;
  replaceWith(again: Link) {
    again.onerror?.();
  }
}

/**
 * Returns a function that makes the next load fail because of a missing style sheet. `vi.unstubAllGlobals()` removes
 * the stub.
 */
export function stubPage(): () => void {
  let reportError: ((event: { target: Link }) => void) | undefined;
  vi.stubGlobal('HTMLLinkElement', Link);
  vi.stubGlobal('document', {
    documentElement: {},
    createElement: () => new Link(),
    addEventListener: (_type: 'error', listener: typeof reportError) => {
      reportError = listener;
    },
  });
  watchLazyCode({ failed: async () => undefined, loaded: () => undefined });
  return () => reportError?.({ target: new Link() });
}
