// Waits until a page requests nothing any more. Playwright's `networkidle` never comes on a page that is connected to the stream of
// alerts, which does not end.
import type { Page, Request } from 'playwright-core';
import { eventually } from '../../test/waiting.ts';

const quietMs = 500;

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

/** Only for pages of a visitor. */
export async function quiet(page: Page): Promise<void> {
  const seen = traffic.get(page);
  if (!seen) throw new Error('The traffic of this page is not watched');
  await eventually(() => {
    if (seen.open.size > 0) throw new Error(`Still open: ${[...seen.open].map((request) => request.url())}`);
    if (Date.now() - seen.lastAt < quietMs) throw new Error('The page keeps requesting');
  });
}
