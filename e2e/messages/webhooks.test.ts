// Webhooks in Admin Settings: an admin adds one, which is tested at once, and retries what its receiver has not accepted.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { flashes, seen } from '../support/steps.ts';

const open = (page: Page) => openAdminTab(page, admin, 'settings&section=webhooks');
const sectionOf = (page: Page) => page.getByRole('region', { name: 'Webhooks' });

describe('webhooks', () => {
  const site = useSite({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
  const events: string[] = [];
  const tokens: (string | undefined)[] = [];
  let status = 503;
  let receiver: Server;
  let address = '';

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      events.push(String(request.headers['x-cellar-event']));
      tokens.push(request.headers.authorization);
      request.resume().on('end', () => response.writeHead(status).end('out of order'));
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/a-hook-that-is-a-secret`;
  });
  afterAll(() => new Promise((resolve) => receiver.close(resolve)));

  it('are added, tested, and retried when they have failed', async () => {
    const { page } = await site.visit();
    await open(page);
    const section = sectionOf(page);
    await seen(section.getByText('No webhooks yet.'));
    await section.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'JSON' }).check();
    await expect.poll(() => dialog.getByLabel('Signing secret').inputValue()).toMatch(/^[\w-]{32}$/);
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByLabel('Name', { exact: true }).fill('Our program');
    await dialog.getByRole('switch', { name: 'New games' }).click();
    await dialog.getByRole('button', { name: 'Add and test' }).click();

    await seen(section.getByText('The receiver has a problem of its own.', { exact: false }));
    await seen(section.getByText('out of order'));
    expect(await section.getByText('secret', { exact: false }).count()).toBe(0);
    status = 204;
    await section.getByRole('button', { name: 'Test Our program' }).click();
    await seen(section.getByText('Accepted, with status 204.', { exact: false }));

    await section.getByRole('button', { name: 'Log of Our program' }).click();
    const log = page.getByRole('dialog', { name: 'Log of Our program' });
    await seen(log.getByText('Failed', { exact: true }));
    await log.getByRole('button', { name: /^Retry Test/ }).click();
    await flashes(page, 'It is being sent again.');
    await expect.poll(() => log.getByText('Sent', { exact: true }).count()).toBe(2);
    expect(events).toEqual(['test', 'test', 'test']);
    // The toasts above the dialog have such a button, too.
    await log.getByRole('button', { name: 'Close' }).first().click();

    await section.getByRole('button', { name: 'Edit Our program' }).click();
    expect(await dialog.getByLabel('Address').inputValue()).toBe('');
    await expect.poll(() => dialog.getByRole('switch', { name: 'New games' }).isChecked()).toBe(false);
    await dialog.getByRole('switch', { name: /^On/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seen(section.getByText('Off', { exact: true }));
    await section.getByRole('button', { name: 'Delete Our program' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await seen(section.getByText('No webhooks yet.'));
  });

  it('lose a stored token that is not needed any more', async () => {
    status = 200;
    const { page } = await site.visit();
    await open(page);
    const section = sectionOf(page);
    await section.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'ntfy' }).check();
    await dialog.getByLabel('Address').fill(new URL('/topic', address).href);
    await dialog.getByLabel('Access token').fill('tk_sample');
    await dialog.getByRole('button', { name: 'Add and test' }).click();
    await seen(section.getByText('Accepted, with status 200.', { exact: false }));
    await section.getByRole('button', { name: 'Edit ntfy' }).click();
    await dialog.getByRole('switch', { name: 'Remove the stored token' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await section.getByRole('button', { name: 'Test ntfy' }).click();
    await expect.poll(() => tokens.slice(-2)).toEqual(['Bearer tk_sample', undefined]);
    await section.getByRole('button', { name: 'Edit ntfy' }).click();
    await seen(dialog.getByLabel('Access token'));
    expect(await dialog.getByRole('switch', { name: 'Remove the stored token' }).count()).toBe(0);
  });

  it('pass axe-core', async () => {
    status = 500;
    await expectNoFindings(site, async (page, check) => {
      await open(page);
      const section = sectionOf(page);
      await section.getByRole('button', { name: 'Add a webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'JSON' }).check();
      await dialog.getByLabel('Address').fill(address);
      await check('form');
      await dialog.getByRole('button', { name: 'Add and test' }).click();
      await seen(section.getByText('The receiver has a problem', { exact: false }).first());
      await check('list');
      await section.getByRole('button', { name: 'Log of JSON' }).first().click();
      await seen(page.getByRole('button', { name: /^Retry/ }).first());
      await check('log');
    });
  });
});
