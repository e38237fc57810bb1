// The first visit from another machine over plain HTTP: it requires the server's setup code, and works only once.
import { describe, expect, it } from 'vitest';
import { homeNetworkUrl } from './support/chromium.ts';
import { admin, useSite } from './support/site.ts';
import { seen, setUp } from './support/steps.ts';

describe('setup from another machine', () => {
  const site = useSite();

  it('accepts only the setup code of the server, and works only once', async () => {
    const visitor = await site.visit({}, homeNetworkUrl(site.server.url));
    const { page } = visitor;
    visitor.expectProblem(/status of 403/);
    await page.goto('/games');
    await seen(page.getByRole('heading', { name: 'Set up your library' }));
    expect(await page.evaluate(() => window.isSecureContext), 'plain HTTP is not a secure context').toBe(
      false,
    );

    await page.getByLabel('Your name').fill('Sample Admin');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').first().fill(admin.password);
    await page.getByLabel('Setup code').fill('not-the-code');
    await page.getByRole('button', { name: 'Create admin and start' }).click();
    await seen(page.locator('[aria-invalid=true]'));

    // In the open tab, only the fragment of the address changes, so the browser does not reload the page.
    const code = await site.server.setupCode();
    await page.goto(`/setup#code=${code}`);
    await expect.poll(() => page.getByLabel('Setup code').inputValue()).toBe(code);
    await expect.poll(() => page.url()).not.toContain(code);
    await page.goto('about:blank');
    await setUp(page, admin, code);
    await page.goto('/setup');
    await seen(page.getByRole('link', { name: 'Go to Games' }));
  });
});
