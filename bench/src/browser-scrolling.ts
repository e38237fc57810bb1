// Scrolls the grid of `/games` by thousands of rows, in bursts like those of a mouse wheel. Measures the time of each frame, and
// the heap at the beginning, in the middle and at the end.
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { BrowserMember } from './browser-cold-visit.ts';

export interface Scrolling {
  /** The number of rows actually scrolled. */
  rows: number;
  /** Milliseconds between frames while scrolling. */
  frames: number[];
  /** Bytes in use after garbage collection. */
  heap: { begin: number; middle: number; end: number };
}

const ROWS_PER_BURST = 100;
const FRAMES_PER_BURST = 60;
const REST_MS = 350;

export async function scrollGrid(
  browser: Browser,
  { origin, session, rows }: BrowserMember & { rows: number },
): Promise<Scrolling> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1366, height: 768 } });
  try {
    const page = await context.newPage();
    await page.addInitScript((value) => {
      localStorage.setItem('userInfo', value);
      // Large covers, five in a row. Smaller ones would leave too few rows.
      localStorage.setItem('coverSize', 'large');
    }, session);
    await page.goto('/games');
    await page.locator('main li a img').first().waitFor();
    const cdp = await context.newCDPSession(page);
    const { columns, rowHeight } = await page.evaluate(readGrid);
    const burst = { step: (ROWS_PER_BURST * rowHeight) / FRAMES_PER_BURST, frames: FRAMES_PER_BURST };

    const bursts = Math.ceil(rows / ROWS_PER_BURST);
    const frames: number[] = [];
    // The first burst is a warm-up and is not measured.
    await page.evaluate(scrollBurst, burst);
    await page.waitForTimeout(2000);
    const heap = { begin: await usedHeap(cdp), middle: 0, end: 0 };
    for (let done = 1; done < bursts; done += 1) {
      frames.push(...(await page.evaluate(scrollBurst, burst)));
      await page.waitForTimeout(REST_MS);
      if (done === Math.floor(bursts / 2)) heap.middle = await usedHeap(cdp);
    }
    heap.end = await usedHeap(cdp);
    return { rows: Math.floor((await lastShown(page)) / columns), frames, heap };
  } finally {
    await context.close();
  }
}

function readGrid(): { columns: number; rowHeight: number } {
  const tops = [...document.querySelectorAll('main li[aria-posinset]')].map(
    (card) => card.getBoundingClientRect().top,
  );
  const rowHeight = Math.min(...tops.filter((top) => top > (tops[0] ?? 0))) - (tops[0] ?? 0);
  return { columns: tops.filter((top) => top === tops[0]).length, rowHeight };
}

/** Scrolls a step in each frame. Returns the durations of the frames. */
function scrollBurst({ step, frames }: { step: number; frames: number }): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    const move = (at: number) => {
      times.push(at);
      if (times.length > frames) {
        resolve(times.slice(1).map((time, index) => time - (times[index] ?? time)));
        return;
      }
      window.scrollBy({ top: step, behavior: 'instant' });
      requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  });
}

function lastShown(page: Page): Promise<number> {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('main li[aria-posinset]')];
    return Math.max(...places.map((place) => Number(place.getAttribute('aria-posinset'))));
  });
}

/** Bytes, after a garbage collection. */
export async function usedHeap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}
