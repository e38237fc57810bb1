// The sections of the Tools tab: each has an address, older links lead to it, and axe finds nothing in it.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, isFocused, seen } from '../support/steps.ts';

/** The name in the address, the label, and a heading that no other section has. */
const sections = [
  ['health', 'Health', 'Health'],
  ['storage', 'Storage', 'Games by size'],
  ['files', 'Files', 'Temporary files'],
  ['backups', 'Backups', 'Backups'],
  ['email', 'Email', 'Outbox'],
  ['log', 'Log', 'Audit log'],
] as const;

const nav = (page: Page) => page.getByRole('navigation', { name: 'Tool sections' });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('the sections of Tools', () => {
  const site = useSite();

  it('open by their addresses, pass axe-core, and are chosen from a select on phones', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/admin?tab=tools');
      for (const [key, label, heading] of sections) {
        await page.goto(`/admin?tab=tools&section=${key}`);
        await seen(region(page, heading));
        await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0);
        expect(await page.getByLabel('Section', { exact: true }).inputValue(), label).toBe(key);
        if (key === 'health') await page.getByText('Show all jobs').click();
        await check(key);
      }
      await page.getByLabel('Section', { exact: true }).selectOption('Storage');
      await seen(region(page, 'Games by size'));
    });
  });

  it('open one at a time, and Back leads to the one before', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools');
    await seen(region(page, 'Health'));
    for (const [key, label, heading] of sections.slice(1)) {
      await nav(page).getByRole('link', { name: label, exact: true }).click();
      await seen(region(page, heading));
      expect(new URL(page.url()).search).toBe(`?tab=tools&section=${key}`);
    }
    expect(await region(page, 'Outbox').count()).toBe(0);
    await page.goBack();
    await seen(region(page, 'Outbox'));
  });

  it('are found by links from elsewhere, and by those of older emails', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools');
    await region(page, 'Health').getByRole('link', { name: 'Backups' }).click();
    await seen(region(page, 'Backups'));
    await page.goto('/admin');
    await region(page, 'Getting started').locator('a[href*="section=backups"]').click();
    await expect.poll(() => isFocused(region(page, 'Backups'))).toBe(true);
    await page.goto('/admin?tab=settings&section=mail');
    await page.getByRole('link', { name: 'Open the outbox' }).click();
    await expect.poll(() => isFocused(region(page, 'Outbox'))).toBe(true);
    for (const [fragment, heading] of [
      ['outbox', 'Outbox'],
      ['backups', 'Backups'],
    ] as const) {
      await page.goto(`/admin?tab=tools#${fragment}`);
      await expect.poll(() => isFocused(region(page, heading))).toBe(true);
    }
    await page.goto('/admin?tab=tools&section=nowhere');
    await seen(region(page, 'Health'));
  });
});
