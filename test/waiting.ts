// How tests wait: for an event, never for a time. A busy machine may need many times longer than a test expects, so the only limit is one for
// tests that hang. `expect.poll` has the same limit (vitest.config.ts).

/** Two minutes, far below the limit of a test, so that a test that hangs says what it waited for. */
export const waitLimitMs = 120_000;

// The real ones, also in tests that replace them.
const { setTimeout, clearTimeout } = globalThis;

/** Repeats `look` until it does not throw, and returns its result. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  let isOver = false;
  const limit = setTimeout(() => {
    isOver = true;
  }, waitLimitMs);
  try {
    for (;;) {
      try {
        return await look();
      } catch (error) {
        if (isOver) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    clearTimeout(limit);
  }
}
