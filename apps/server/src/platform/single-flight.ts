// Calls that arrive while work is running share that run instead of starting a second one.

export interface SingleFlight<Result> {
  /** Starts `work`, or returns the promise of the run in progress for the same key. */
  run(work: () => Promise<Result>, key?: string): Promise<Result>;
  /** Waits until the run in progress for this key has ended, successfully or not. For `close()`. */
  ended(key?: string): Promise<void>;
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const runs = new Map<string, Promise<Result>>();
  return {
    run(work, key = '') {
      const run = runs.get(key) ?? work().finally(() => runs.delete(key));
      runs.set(key, run);
      return run;
    },

    async ended(key = '') {
      await runs.get(key)?.catch(() => undefined);
    },
  };
}
