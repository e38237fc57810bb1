// Admin Settings: sections, the search over them, and changes that stay unsaved while other sections are open.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { admin, useSite } from '../support/site.ts';
import { chooseLanguage, flashes, isFocused, seen } from '../support/steps.ts';

const search = (page: Page, name = 'Search settings') => page.getByRole('searchbox', { name });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Settings sections' });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const saving = (page: Page) => page.getByRole('button', { name: 'Save settings' });

describe('the settings', () => {
  const site = useSite();

  it('keep unsaved changes of several sections, and save them together', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings');
    await page.getByLabel('Site name').fill('Renamed');
    await sections(page).getByRole('link', { name: 'Email', exact: true }).click();
    await seen(region(page, 'Mail server'));
    expect(await region(page, 'Site').isVisible()).toBe(false);
    await seen(sections(page).getByRole('link', { name: 'Site and access not saved yet' }));

    await search(page).fill('who downloads');
    await seen(page.getByRole('region', { name: 'Settings found' }).getByText('1 setting found'));
    await page.keyboard.press('Enter');
    const who = page.getByRole('switch', { name: 'Track who downloads' });
    await expect.poll(() => isFocused(who)).toBe(true);
    expect(page.url()).toContain('section=downloads');
    await page.keyboard.press('Space');

    // Back leads to the previous section, and not away from the page.
    await page.goBack();
    await seen(region(page, 'Mail server'));
    await Promise.all([flashes(page, 'Settings saved'), saving(page).click()]);
    await sections(page).getByRole('link', { name: 'Platforms' }).click();
    await seen(region(page, 'Platforms'));
    expect(await page.getByText('Settings saved').count(), 'it was said about the section before').toBe(0);
    await saving(page).waitFor({ state: 'detached' });
    await seen(page.getByRole('link', { name: 'Renamed' }));
    await page.goto('/admin?tab=settings&section=downloads');
    await seen(page.getByRole('switch', { name: 'Track who downloads', checked: false }));
  });

  it('lead to a section that can’t be saved yet', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings&section=mail');
    await page.getByLabel('Sender').fill('library@cellar.example');
    await sections(page).getByRole('link', { name: 'Platforms' }).click();
    await seen(region(page, 'Platforms'));
    await saving(page).click();
    await expect.poll(() => isFocused(page.getByRole('textbox', { name: 'Server' }))).toBe(true);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await saving(page).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Sender').inputValue()).toBe('');
  });

  it('open by the names of sections that were merged, and unfold what the search has found', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings&section=limits');
    const field = page.getByLabel('Simultaneous downloads');
    await seen(region(page, 'Limits for members'));
    expect(await field.isVisible()).toBe(false);
    await search(page).fill('simultaneous');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(field)).toBe(true);
    await page.goto('/admin?tab=settings&section=notifications');
    await seen(region(page, 'Email notifications'));
  });

  it('are found on a phone in the reader’s language', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings', { viewport: { width: 390, height: 844 } });
    await page.getByLabel('Section', { exact: true }).selectOption('Platforms');
    await seen(region(page, 'Platforms'));
    await chooseLanguage(page, 'fr');
    const field = search(page, 'Rechercher un réglage');
    await field.fill('expediteur');
    const found = page.getByRole('region', { name: 'Réglages trouvés' });
    await found.getByRole('button', { name: /^Expéditeur/ }).click();
    await expect.poll(() => isFocused(page.getByLabel('Expéditeur'))).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Rubrique' }).inputValue()).toBe('mail');
    await field.fill('sauvegarde de la lune');
    await seen(found.getByText('Aucun réglage ne contient ces mots.'));
    await page.keyboard.press('Escape');
    await seen(page.getByLabel('Expéditeur'));
  });
});
