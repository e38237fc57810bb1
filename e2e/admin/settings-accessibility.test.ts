// Runs axe-core on Admin Settings and the checklist.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, seen } from '../support/steps.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const site = useSite();

it('the settings pass axe-core', async () => {
  await expectNoFindings(site, async (page, check) => {
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
});

it('the bar “Unsaved changes” hides neither the field being typed in nor its error', async () => {
  const { page } = await site.visit({ expects: /status of 400/ });
  await page.setViewportSize({ width: 1366, height: 768 });
  await arriveAs(page, admin, '/admin?tab=settings');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Add a place' }).click();
  const places = region(page, 'Places');
  const range = places.getByLabel('Addresses');
  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  const topOfBar = async () =>
    (await page.getByRole('button', { name: 'Discard changes' }).boundingBox())?.y ?? 0;
  await places.getByLabel('Name').fill('Home');
  await range.fill('everywhere');
  expect(await bottomOf(range)).toBeLessThan(await topOfBar());
  const refused = page.waitForResponse((response) => response.status() === 400);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await refused;
  const error = places.getByText('Enter a range such as', { exact: false });
  await seen(error);
  await expect.poll(async () => (await bottomOf(error)) - (await topOfBar())).toBeLessThan(0);
});
