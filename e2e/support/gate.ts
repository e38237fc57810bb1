// A gate before the server that lets requests through one by one, so that a journey can look at uploads, or at choices that
// are being saved, in the middle for as long as it needs.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Held {
  url: RegExp;
  method: string;
}

/** Every chunk and completion of an upload. */
const uploads: Held = { url: /\/api\/games(\/[^/]+\/upload)?$/, method: 'POST' };

export class Gate {
  #permits = 0;
  #waiting: (() => void)[] = [];

  /** Holds these requests from now on. */
  static async before(page: Page, { url, method } = uploads): Promise<Gate> {
    const gate = new Gate();
    await page.route(url, async (route) => {
      if (route.request().method() === method) await gate.#pass();
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
