// Answers that take long to work out are given again for a while. Used for what is added up over a long log of downloads.
const timesAsLong = 100;

export interface SpareAnswer<Answer> {
  get(): Promise<Answer>;
  /** The next one is worked out anew. */
  forget(): void;
}

/**
 * An answer that took 200 ms is good for 20 seconds: asking never takes more than a hundredth of the time. Only where there is
 * much to go through; else each is worked out anew.
 */
export function spareAnswer<Answer>(
  workOut: () => Promise<Answer>,
  isMuch: (answer: Answer) => boolean,
): SpareAnswer<Answer> {
  let known: { answer: Promise<Answer>; until: number } | undefined;

  function begin(): Promise<Answer> {
    const started = performance.now();
    const entry = { answer: workOut(), until: 0 };
    entry.answer.then(
      (answer) => {
        const ended = performance.now();
        if (isMuch(answer)) entry.until = ended + (ended - started) * timesAsLong;
      },
      () => undefined,
    );
    known = entry;
    return entry.answer;
  }

  return {
    get: () => (known && performance.now() < known.until ? known.answer : begin()),
    forget: () => {
      known = undefined;
    },
  };
}
