// Computes the speed of a transfer from the byte counts that the server reports.
/** Averages over several reports, because the server's byte counts increase in steps. */
const windowMs = 5000;
/** Over a shorter time, a single step would distort the speed. */
const leastMs = 1500;

export class SpeedWindow {
  #samples: { at: number; bytes: number }[] = [];

  /** Returns whole bytes per second; 0 until the speed is known. */
  add(at: number, bytes: number): number {
    this.#samples.push({ at, bytes });
    while (this.#samples[1] && this.#samples[1].at <= at - windowMs) this.#samples.shift();
    const first = this.#samples[0];
    if (!first || at - first.at < leastMs) return 0;
    return Math.max(0, Math.round((1000 * (bytes - first.bytes)) / (at - first.at)));
  }
}
