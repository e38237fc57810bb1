// Speed of a transfer, from what the server counted at each look. Used by the download tracker and the admin's live view.

/** Follows the last few looks: one a second, with the server counting in steps, would jump otherwise. */
const windowMs = 5000;
/** Two looks in one breath, with a step of the server's count between them, would make any speed. */
const leastMs = 1500;

export class SpeedWindow {
  #samples: { at: number; bytes: number }[] = [];

  /** Bytes per second, whole; 0 until it can be told. */
  add(at: number, bytes: number): number {
    this.#samples.push({ at, bytes });
    while (this.#samples[1] && this.#samples[1].at <= at - windowMs) this.#samples.shift();
    const first = this.#samples[0];
    if (!first || at - first.at < leastMs) return 0;
    return Math.max(0, Math.round((1000 * (bytes - first.bytes)) / (at - first.at)));
  }
}
