// A gate before the server that lets chunks of uploads through one by one, so that a journey can look at uploads in the
// middle for as long as it needs. Used by the journeys about the upload queue.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export class Gate {
  #permits = 0;
  #waiting: (() => void)[] = [];

  /** Holds every chunk and completion from now on. */
  static async before(page: Page): Promise<Gate> {
    const gate = new Gate();
    await page.route(/\/api\/games(\/[^/]+\/upload)?$/, async (route) => {
      if (route.request().method() === 'POST') await gate.#pass();
      // Given up by the page while it waited.
      await route.continue().catch(() => undefined);
    });
    return gate;
  }

  /** Waits until so many wait: a chunk's digest comes before its request. */
  async holds(count: number): Promise<void> {
    await expect.poll(() => this.#waiting.length).toBe(count);
  }

  /** So many of those that wait, the first ones first. */
  let(count: number): void {
    for (const pass of this.#waiting.splice(0, count)) pass();
  }

  open(): void {
    this.#permits = Number.POSITIVE_INFINITY;
    this.let(this.#waiting.length);
  }

  async #pass(): Promise<void> {
    if (this.#permits > 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
