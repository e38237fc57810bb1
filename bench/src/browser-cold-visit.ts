// Measures a member's first visit of `/games` with an empty browser cache: its traffic and its web vitals.
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { quiet, watchTraffic } from '../../e2e/support/quiet.ts';

export interface BrowserMember {
  origin: string;
  /** The value that the page keeps in the local storage. */
  session: string;
}

export interface ColdVisit {
  scriptGzipBytes: number;
  /** The bytes on the network, including headers. */
  scriptSentBytes: number;
  sentBytes: number;
  requests: number;
  foreignRequests: number;
  lcpMs: number;
  cls: number;
}

/** The values that `watchPage` records in the page. */
interface Seen {
  lcpMs: number;
  cls: number;
}

export async function visitCold(browser: Browser, { origin, session }: BrowserMember): Promise<ColdVisit> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1366, height: 768 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPage);
    await page.addInitScript((value) => localStorage.setItem('userInfo', value), session);
    watchTraffic(page);
    const traffic = recordTraffic(page, origin);
    await page.goto('/games');
    await page.locator('main li a img').first().waitFor();
    await quiet(page);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    return { ...(await traffic()), ...seen };
  } finally {
    await context.close();
  }
}

function watchPage(): void {
  const seen: Seen = { lcpMs: 0, cls: 0 };
  (globalThis as unknown as { seen: Seen }).seen = seen;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcpMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

function recordTraffic(page: Page, origin: string): () => Promise<Omit<ColdVisit, keyof Seen>> {
  const responses: Response[] = [];
  let foreignRequests = 0;
  page.on('response', (response) => {
    // The stream of alerts does not end, so its size stays unknown.
    if (!response.url().endsWith('/api/alerts/stream')) responses.push(response);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) foreignRequests += 1;
  });
  return async () => {
    const figures = { scriptGzipBytes: 0, scriptSentBytes: 0, sentBytes: 0 };
    for (const response of responses) {
      const { responseBodySize, responseHeadersSize } = await response.request().sizes();
      const sent = responseBodySize + responseHeadersSize;
      figures.sentBytes += sent;
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) continue;
      figures.scriptSentBytes += sent;
      figures.scriptGzipBytes += gzipSync(await response.body(), { level: 9 }).length;
    }
    return { ...figures, requests: responses.length, foreignRequests };
  };
}
