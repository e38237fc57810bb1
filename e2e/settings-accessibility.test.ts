// Runs axe-core on Admin Settings and the checklist.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findingsDuring } from './support/axe.ts';
import { admin, useSite } from './support/site.ts';
import { arriveAs, seen } from './support/steps.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const site = useSite();

beforeAll(() => site.createAccount('admin', admin));

it('the settings pass axe-core', async () => {
  const findings = await findingsDuring(site, async (page, check) => {
    await arriveAs(page, admin, '/admin');
    await seen(region(page, 'Getting started'));
    await check('checklist');
    await page.goto('/admin?tab=settings&section=mail');
    await page.getByLabel('Sender').fill('library@cellar.example');
    await seen(page.getByRole('button', { name: 'Save settings' }));
    await check('mail server');
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('email');
    await seen(region(page, 'Settings found'));
    await check('search');
  });
  expect(findings).toEqual([]);
});
