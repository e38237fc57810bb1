// Limits a rate of bytes: tokens fill up with time, and sending takes them. It may take more than there are; then it waits longer.

/** Tokens for this time may pile up while nobody sends. */
const burstSeconds = 0.1;

export class TokenBucket {
  #rate: number | undefined;
  #tokens = 0;
  #filledAt = 0;

  /** Bytes per second. Undefined: unlimited. */
  get rate(): number | undefined {
    return this.#rate;
  }

  /** `now` is in milliseconds, as below. */
  setRate(rate: number | undefined, now: number): void {
    if (rate === this.#rate) return;
    if (this.#rate === undefined) this.#tokens = 0;
    else this.#fill(now);
    // What was sent fast must not take minutes to pay off at a low rate: some clients give up on a silent connection.
    this.#tokens = Math.max(this.#tokens, -(rate ?? 0));
    this.#filledAt = now;
    this.#rate = rate;
  }

  /** Returns the milliseconds until something may be sent: 0 for now. */
  waitMs(now: number): number {
    if (this.#rate === undefined) return 0;
    this.#fill(now);
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#rate) * 1000;
  }

  take(bytes: number): void {
    if (this.#rate !== undefined) this.#tokens -= bytes;
  }

  #fill(now: number): void {
    const rate = this.#rate ?? 0;
    const most = rate * burstSeconds;
    this.#tokens = Math.min(most, this.#tokens + (rate * (now - this.#filledAt)) / 1000);
    this.#filledAt = now;
  }
}
