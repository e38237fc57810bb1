// Holds requests of a page and lets them through one by one, so that a journey can check uploads or saves in progress.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Held {
  url: RegExp;
  method: string;
}

/** Chunks and completions of uploads. */
const uploads: Held = { url: /\/api\/games(\/[^/]+\/upload)?$/, method: 'POST' };

export class Gate {
  #permits = 0;
  #waiting: (() => void)[] = [];

  /** Holds matching requests from now on. */
  static async before(page: Page, { url, method } = uploads): Promise<Gate> {
    const gate = new Gate();
    await page.route(url, async (route) => {
      if (route.request().method() === method) await gate.#pass();
      // The page may have aborted the request while it was held.
      await route.continue().catch(() => undefined);
    });
    return gate;
  }

  /** Waits until `count` requests are held. A chunk arrives only after its digest is computed. */
  async holds(count: number): Promise<void> {
    await expect.poll(() => this.#waiting.length).toBe(count);
  }

  /** Lets the `count` oldest held requests through. */
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
