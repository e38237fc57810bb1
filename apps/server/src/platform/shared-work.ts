// A cache for answers that take long to compute.

const cachedAnswers = 50;
/** An answer is used for this many times the time that it took. */
const useFactor = 100;

interface Cached<Answer> {
  answer: Answer;
  /** Times in milliseconds, as `performance.now()`. */
  until: number;
  outdatedUntil: number;
}

/**
 * Returns a function that caches expensive answers by key, each for 100 times as long as it took: an answer that took 200 ms
 * is reused for 20 seconds, so that at most a hundredth of the time goes into computing it. For 20 more seconds the old answer is
 * still given, while the first caller starts computing the next one. Callers that come while there is none wait for the same
 * computation.
 */
export function createProportionalCache<Answer>() {
  const cache = new Map<string, Cached<Answer>>();
  const computing = createSingleFlight<Answer>();

  async function computeAndKeep(
    key: string,
    compute: () => Promise<Answer>,
    isExpensive: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const started = performance.now();
    const answer = await compute();
    const ended = performance.now();
    cache.delete(key);
    if (!isExpensive(answer)) return answer;
    if (cache.size >= cachedAnswers) cache.clear();
    const usedMs = (ended - started) * useFactor;
    cache.set(key, { answer, until: ended + usedMs, outdatedUntil: ended + 2 * usedMs });
    return answer;
  }

  return async (
    key: string,
    compute: () => Promise<Answer>,
    isExpensive: (answer: Answer) => boolean,
  ): Promise<Answer> => {
    const cached = cache.get(key);
    const now = performance.now();
    if (cached && now < cached.until) return cached.answer;
    const next = computing.run(() => computeAndKeep(key, compute, isExpensive), key);
    if (!cached || now >= cached.outdatedUntil) return next;
    // The next caller tries again if it fails.
    next.catch(() => undefined);
    return cached.answer;
  };
}

// Calls that arrive while work is running share that run instead of starting a second one.

export interface SingleFlight<Result> {
  /** Starts `work`, or returns the promise of the run in progress for the same key. */
  run(work: () => Promise<Result>, key?: string): Promise<Result>;
  /** Waits until the run in progress for this key has ended, successfully or not. */
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
