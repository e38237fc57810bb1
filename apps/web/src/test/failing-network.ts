// A page in Node whose network fails when a test says so, for what comes later (lib/late-code.ts). Used by tests alone.
import { vi } from 'vitest';
import { watchLateCode } from '#lib/late-code.ts';

class Link {
  rel = 'stylesheet';
  onerror?: () => void;
  replaceWith(again: Link) {
    again.onerror?.();
  }
}

/** Returns what lets the next load fail: it comes with a style sheet that is not there. Ended by `vi.unstubAllGlobals()`. */
export function stubPage(): () => void {
  let tellError: ((event: { target: Link }) => void) | undefined;
  vi.stubGlobal('HTMLLinkElement', Link);
  vi.stubGlobal('document', {
    documentElement: {},
    createElement: () => new Link(),
    addEventListener: (_type: 'error', listener: typeof tellError) => {
      tellError = listener;
    },
  });
  watchLateCode({ failed: async () => undefined, loaded: () => undefined });
  return () => tellError?.({ target: new Link() });
}
