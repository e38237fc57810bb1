// Waits until a page requests nothing any more. Playwright's `networkidle` never comes on a page that is connected to the stream of
// alerts, which does not end.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const quietMs = 500;
const longestMs = 60_000;

interface Traffic {
  open: Set<Request>;
  /** When a request last began or ended. */
  lastAt: number;
}

const traffic = new WeakMap<Page, Traffic>();

export function watchTraffic(page: Page): void {
  const seen: Traffic = { open: new Set(), lastAt: Date.now() };
  traffic.set(page, seen);
  const end = (request: Request) => {
    if (seen.open.delete(request)) seen.lastAt = Date.now();
  };
  page.on('request', (request) => {
    if (request.url().endsWith('/api/alerts/stream')) return;
    seen.open.add(request);
    seen.lastAt = Date.now();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Only for pages of a visitor. Rejects after a minute. */
export async function quiet(page: Page): Promise<void> {
  const seen = traffic.get(page);
  if (!seen) throw new Error('The traffic of this page is not watched');
  const giveUpAt = Date.now() + longestMs;
  while (seen.open.size > 0 || Date.now() - seen.lastAt < quietMs) {
    if (Date.now() > giveUpAt)
      throw new Error(`Still open: ${[...seen.open].map((request) => request.url())}`);
    await sleep(50);
  }
}
