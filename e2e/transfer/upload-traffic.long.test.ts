// A batch of 61 small archives requests each list at most once a second, and the lists of uploads and matches as small pages. A batch that has lost its server continues
// without the admin.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import { quiet } from '../support/quiet.ts';
import { checkList, chooseFiles } from '../support/several-files.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, flashes, seen } from '../support/steps.ts';

const minute = 60_000;

describe('the traffic of a batch', () => {
  const site = useSite();
  const archives: Archive[] = [];

  beforeAll(async () => {
    for (let number = 1; number <= 61; number += 1)
      archives.push(await smallGame(site.folder, `Shelf ${String(number).padStart(2, '0')} [linux].zip`));
  });

  it('is at most one request a second for each list', async () => {
    const page = await site.arrive(admin, '/admin');
    await chooseFiles(
      page,
      archives.map(({ path }) => path),
    );
    const list = await checkList(page);
    await seen(list.getByRole('button', { name: 'Start all (61 ready)' }));
    await quiet(page);

    const lists = watchLists(page);
    await page.evaluate(() => performance.setResourceTimingBufferSize(10_000));
    const sizes = watchSizes(page, /\/api\/(games\/uploads|admin\/matches)\?/);
    const messages = [
      flashes(page, '2 uploads started · 59 uploads queued (positions 1 to 59)'),
      flashes(page, '61 uploads completed successfully!'),
    ];
    await list.getByRole('button', { name: 'Start all (61 ready)' }).click();
    await seen(page.getByRole('button', { name: '61 completed' }), 3 * minute);
    await Promise.all(messages);
    await seen(page.getByRole('button', { name: /Games \(61\)/ }));
    expect([...lists].join(' ')).toMatch(/\/api\/admin\/games\?/);
    for (const list of lists) {
      const times = await page.evaluate(beginnings, list);
      expect(times.length, list).toBeGreaterThan(0);
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      // The page reads the clock in whole milliseconds.
      expect(Math.min(1000, ...pauses), `${list}: ${times.length} requests`).toBeGreaterThan(998);
    }
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(50_000);
  });

  it('continues when a lost server responds again, and leaves other failures alone', async () => {
    const wire = await site.wire();
    const visitor = await site.visit({}, wire.url);
    visitor.expectProblem(
      /ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED|ABORTED)|status of 413|answer: 413/,
    );
    const { page } = visitor;
    const tooLarge = { message: 'This file is too large.', code: 'payload_too_large', requestId: 'test' };
    await page.route('**/api/games', (route) => route.fulfill({ status: 413, json: tooLarge }), { times: 1 });
    await arriveAs(page, admin, '/admin');
    const files = [];
    for (const name of ['One', 'Two', 'Three'])
      files.push((await smallGame(site.folder, `${name} [mac].zip`)).path);
    await chooseFiles(page, files);
    const start = (await checkList(page)).getByRole('button', { name: 'Start all (3 ready)' });
    await seen(start);
    wire.refuses = /./;
    await start.click();
    await seen(page.getByText('3 failed', { exact: false }));
    await seen(page.getByText('It will continue automatically once the server responds again.'));
    wire.refuses = undefined;
    await seen(page.getByText('1 failed · 2 completed', { exact: false }));
    await seen(page.getByText('This file is too large.', { exact: false }));
    const uploaded = (await (await site.api(admin)).games()).filter(({ platforms }) =>
      platforms.includes('Mac'),
    );
    expect(uploaded).toHaveLength(2);
  });
});

/** Returns the sizes of the answers from these addresses, in bytes. */
function watchSizes(page: Page, addresses: RegExp): number[] {
  const sizes: number[] = [];
  page.on('requestfinished', (request) => {
    if (!addresses.test(request.url())) return;
    void request.sizes().then(({ responseBodySize }) => sizes.push(responseBodySize));
  });
  return sizes;
}

/** Returns the addresses of the lists that are requested. */
function watchLists(page: Page): Set<string> {
  const lists = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isCheck = /\/(check|sanitize)$/.test(pathname);
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !isCheck) lists.add(request.url());
  });
  return lists;
}

/** Runs in the page. Returns when its requests for this address began, in milliseconds. On a busy machine, the test hears of them late. */
function beginnings(address: string): number[] {
  return performance.getEntriesByName(address, 'resource').map(({ startTime }) => startTime);
}
