// Rows: `/games` with 100,000 games in Chromium: a first visit with a cold cache, and scrolling through 20,000 rows of the grid.
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { type BrowserMember, type ColdVisit, visitCold } from './browser-cold-visit.ts';
import { type Scrolling, scrollGrid } from './browser-scrolling.ts';
import { median } from './rounds.ts';
import { limitRow, plainRow, type Row } from './row.ts';
import { withSeededCellar } from './seeded-cellar.ts';

const GAMES = 100_000;
const VISITS = 5;
const SCROLLED_ROWS = 20_000;

export function measureBrowser(): Promise<Row[]> {
  return withSeededCellar(GAMES, async ({ cellar, stopLater }) => {
    const browser = await launchChromium();
    stopLater({ stop: () => browser.close() });
    const member = { origin: `http://127.0.0.1:${cellar.port}`, session: cellar.client.session };
    const visits = await visitOften(browser, member);
    const scrolling = await scrollGrid(browser, { ...member, rows: SCROLLED_ROWS });
    return [...rowsOfVisits(visits), ...rowsOfScrolling(scrolling)];
  });
}

async function visitOften(browser: Browser, member: BrowserMember): Promise<ColdVisit[]> {
  const visits: ColdVisit[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) visits.push(await visitCold(browser, member));
  return visits;
}

function rowsOfVisits(visits: ColdVisit[]): Row[] {
  const middle = (figure: keyof ColdVisit) => median(visits, (visit) => visit[figure]);
  return [
    limitRow('/games cold, JavaScript as gzip', 'KB', {
      ours: middle('scriptGzipBytes') / 1000,
      atMost: 190,
      digits: 1,
    }),
    plainRow('/games cold, JavaScript as sent', 'KB', middle('scriptSentBytes') / 1000, 1),
    plainRow('/games cold, all as sent', 'KB', middle('sentBytes') / 1000, 1),
    plainRow('/games cold, requests', '', middle('requests')),
    limitRow('/games cold, third-party requests', '', { ours: middle('foreignRequests'), atMost: 0 }),
    limitRow('/games cold, LCP', 's', { ours: middle('lcpMs') / 1000, atMost: 1.2, digits: 2 }),
    limitRow('/games cold, CLS', '', { ours: middle('cls'), atMost: 0, digits: 3 }),
  ];
}

function rowsOfScrolling({ rows, frames, heap }: Scrolling): Row[] {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const count = rows.toLocaleString('en');
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const ratio = heap.end / heap.middle;
  return [
    plainRow(`scrolling ${count} rows, median frame`, 'ms', at(0.5), 1),
    limitRow(`scrolling ${count} rows, p95 frame`, 'ms', { ours: at(0.95), atMost: 20, digits: 1 }),
    plainRow(`scrolling ${count} rows, heap at the beginning`, 'MB', heap.begin / 1e6, 1),
    {
      name: `scrolling ${count} rows, heap at the end beside the middle`,
      ours: mb(heap.end),
      yardstick: mb(heap.middle),
      ratio: ratio.toFixed(2),
      goal: '<= 1.1',
      ok: ratio <= 1.1,
    },
  ];
}
