// A cache for answers that take long to compute.

const cachedAnswers = 50;

/**
 * Returns a function that caches expensive answers by key, each for 100 times as long as it took: an answer that took 200 ms
 * is reused for 20 seconds, so that at most a hundredth of the time goes into computing it.
 */
export function createProportionalCache<Answer>() {
  const cache = new Map<string, { answer: Promise<Answer>; until: number }>();
  return (
    key: string,
    compute: () => Promise<Answer>,
    isExpensive: (answer: Answer) => boolean,
  ): Promise<Answer> => {
    const cached = cache.get(key);
    if (cached && performance.now() < cached.until) return cached.answer;
    if (cache.size >= cachedAnswers) cache.clear();
    const started = performance.now();
    const entry = { answer: compute(), until: 0 };
    cache.set(key, entry);
    entry.answer.then(
      (answer) => {
        const ended = performance.now();
        if (isExpensive(answer)) entry.until = ended + (ended - started) * 100;
      },
      () => undefined,
    );
    return entry.answer;
  };
}
