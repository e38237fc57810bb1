// Facts and pictures from the metadata providers: new games are matched automatically, an admin decides uncertain
// matches and applies matches field by field, and the page explains failures of providers.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMetadataServer } from '../../test/metadata-server/server.ts';
import { type Archive, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { admin, useSite } from '../support/site.ts';
import {
  addGame,
  arriveAs,
  chooseForLibrary,
  closeToast,
  flashes,
  isFocused,
  seen,
} from '../support/steps.ts';

const providers = await startMetadataServer();
// RAWG's key is entered on the page. The other keys come from environment variables.
const { RAWG_API_KEY: rawgKey = '', ...env } = providers.env;

const gone = (locator: Locator) => locator.waitFor({ state: 'hidden' });
const review = (page: Page) => page.getByRole('region', { name: 'Metadata matches' });
const inState = (page: Page, name: string, count: number) =>
  review(page).getByRole('button', { name: `${name} (${count})`, exact: true });
const entry = (page: Page, title: string) => review(page).getByRole('article', { name: title });
const button = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name });
const fieldOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name }) });

describe('metadata', () => {
  const site = useSite(env);
  let api: CellarApi;
  let archive: Archive;

  beforeAll(async () => {
    api = await site.api(admin);
    archive = await smallGame(site.folder, 'game.zip');
  });
  afterAll(() => providers.close());

  const add = (title: string) => api.addGame(archive, title, 'Windows');

  it('is found automatically for a new game, with facts, cover and source', async () => {
    const page = await site.arrive(admin, '/admin');
    await addGame(page, { path: archive.path, title: 'Hollow Knight', platform: 'Windows' });
    await chooseForLibrary(page, 'Metadata matches');
    await seen(inState(page, 'Matched', 1));
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    const card = page.getByRole('main').getByRole('link', { name: 'Hollow Knight' });
    await seen(card.locator('img[src^="/api/artwork/"]'));

    const [game] = await api.games();
    await page.goto(`/admin/game/${game?._id}`);
    const origin = page.getByRole('region', { name: 'Metadata source' });
    await seen(origin.getByText(/^Hollow Knight \(2017\) from Steam 367520, IGDB 14593/));
    await seen(origin.getByText(/Matched automatically: “Hollow Knight” from Steam and IGDB/));
    await seen(page.getByText('A small knight descends into a ruined kingdom of insects.'));

    await button(origin, 'Undo match').click();
    await seen(origin.getByText('To review'));
    await gone(page.getByText('A small knight descends'));
    expect(await api.game(game?._id ?? '')).toMatchObject({ description: '', boxArtUrl: null });
  });

  it('leaves uncertain matches to an admin, who accepts, replaces or ignores them', async () => {
    const prey = await add('Prey');
    await add('Tomb Raider');
    const visitor = await site.visit();
    // A provider may not have a cover at its usual address. The page then shows a generated one.
    visitor.expectProblem(/status of 404.*\/api\/metadata\/pictures/);
    const { page } = visitor;
    await arriveAs(page, admin, '/admin/matches');
    await seen(inState(page, 'To review', 3));
    await button(review(page), /^Prey/).click();

    await seen(entry(page, 'Prey').getByText('2 games with this title').first());
    await seen(entry(page, 'Prey').locator('strong', { hasText: 'Human Head Studios' }));
    await button(entry(page, 'Prey'), 'Accept Prey (2017) for Prey').click();
    await gone(entry(page, 'Prey'));
    await seen(inState(page, 'Matched', 1));
    await expect
      .poll(() => api.game(prey._id))
      .toMatchObject({ developer: 'Arkane Studios', releaseDate: '2017-05-04' });
    await expect.poll(() => isFocused(entry(page, 'Tomb Raider'))).toBe(true);

    await button(page, 'Details of Tomb Raider (2013) for Tomb Raider').click();
    const dialog = page.getByRole('dialog', { name: 'Find a match for Tomb Raider' });
    await seen(dialog.getByRole('heading', { name: 'Tomb Raider (2013): what to import' }));
    await button(dialog, /^Apply \d+ fields$/).click();
    await gone(dialog);
    await seen(inState(page, 'To review', 1));

    await button(page, 'None of these for Hollow Knight').click();
    await seen(review(page).getByText('All is well'));
    await seen(inState(page, 'Ignored', 1));
    await button(review(page), 'Find metadata for all games without it').click();
    await seen(page.getByRole('status').getByText('Every game has metadata or has already been searched.'));
  });

  it('is applied field by field and keeps manual edits', async () => {
    const game = await add('Celeste');
    const page = await site.arrive(admin, '/admin/matches');
    await seen(inState(page, 'Matched', 3));
    await api.editGame(game._id, { description: 'Our own words.' });
    await page.goto(`/admin/game/${game._id}`);
    await seen(page.getByText('Edited manually: Description'));
    const before = await api.game(game._id);
    await button(page, 'Edit Title').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Our Celeste');

    await button(page, 'Scrape Metadata').click();
    await seen(button(page, /^Choose Celeste/));
    await page.getByLabel('Search title').fill('Zxqv Wnptk');
    await button(page, 'Search').and(page.locator('[type=submit]')).click();
    await seen(page.getByText('No matches found for metadata scraping'));
    await page.getByLabel('Search title').fill('Hades');
    await page.keyboard.press('Enter');
    await button(page, 'Choose Hades (2020)').click();
    await seen(page.getByRole('heading', { name: 'Hades (2020): what to import' }));
    const checkbox = (name: string) => page.getByRole('checkbox', { name });
    expect(await checkbox('Description edited manually').isChecked()).toBe(false);
    expect(await checkbox('Title').isChecked()).toBe(false);
    await seen(fieldOf(page, 'Description').getByText('Our own words.'));
    const offeredCover = fieldOf(page, 'Box art').locator('[data-side=offered] img');
    await expect
      .poll(() => offeredCover.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await button(page, 'Select none').click();
    await checkbox('Developer').check();
    await checkbox('Box art').check();
    await button(page, 'Apply 2 fields').click();
    await seen(page.getByRole('status').getByText('Metadata applied'));
    const applied = await api.game(game._id);
    expect(applied).toMatchObject({
      ...{ title: 'Celeste', developer: 'Supergiant Games', description: 'Our own words.' },
      editedFields: ['description'],
    });
    expect(applied.releaseDate).toMatch(/^2018-/);
    await expect.poll(() => isFocused(button(page, 'Scrape Metadata'))).toBe(true);

    // Earlier unsaved changes are still there and override the applied values.
    const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
    await seen(unsaved.getByText('Not saved: Title'));
    await button(page, 'Edit Metadata').click();
    await page.getByLabel('Publisher', { exact: true }).fill('Ourselves');
    const sent = page.waitForRequest(`**/api/games/${game._id}/confirm-rescrape`);
    await page.keyboard.press('Control+s');
    expect((await sent).postDataJSON()).toMatchObject({
      customMetadata: { title: 'Our Celeste', publisher: 'Ourselves' },
    });
    await seen(page.getByText('Edited manually: Title, Description, and Publisher'));
    expect(await api.game(game._id)).toMatchObject({ title: 'Our Celeste', publisher: 'Ourselves' });

    await api.editGame(game._id, { developer: 'Our Team' });
    await page.reload();
    await button(page, 'Undo match').click();
    await flashes(page, 'Our Celeste: match undone. Changed since and kept: Developer');
    await expect.poll(async () => (await api.game(game._id)).boxArtUrl).toBe(before.boxArtUrl);
  });

  it('can be searched again after the page explains that a provider is down', async () => {
    providers.behaviour.steam = { status: 503 };
    providers.behaviour.igdb = { status: 503 };
    const game = await add('Portal 2');
    const page = await site.arrive(admin, '/admin/matches', { expects: /status of 4\d\d/ });
    await seen(inState(page, 'Failed', 1), 120_000);
    await inState(page, 'Failed', 1).click();
    await seen(entry(page, 'Portal 2').getByText(/Steam can’t be reached/));
    await page.goto(`/admin/game/${game._id}`);
    await button(page, 'Scrape Metadata').click();
    const failed = 'Failed to scrape metadata. Please try again.';
    await flashes(page, failed);
    expect(await page.getByText('No matches found for metadata scraping').count()).toBe(0);
    // Errors about metadata disappear after five seconds.
    await gone(page.getByText(failed));

    providers.behaviour = {};
    await button(page, 'Try again').click();
    const offers = '**/api/games/*/metadata-offer**';
    await page.route(offers, (route) => route.fulfill({ status: 404, body: '' }));
    await button(page, 'Choose Portal 2 (2011)').click();
    await flashes(page, failed);
    await closeToast(page, failed);
    await page.unroute(offers);
    await button(page, 'Try again').click();
    await seen(page.getByRole('heading', { name: 'Portal 2 (2011): what to import' }));
    await seen(button(page, /^Apply/));
    await page.goto('/admin/matches?state=failed');
    await button(page, 'Retry Portal 2').click();
    // The server does not contact a failed provider for a while, and the page refreshes the list every five seconds.
    await seen(inState(page, 'Matched', 4), 120_000);
    await inState(page, 'Matched', 4).click();
    await seen(entry(page, 'Portal 2').getByText(/Portal 2 \(2011\) from Steam 620/));
  });

  it('comes from providers that an admin sets up and tests', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings&section=metadata', {
      expects: /status of 400/,
    });
    const settings = page.getByRole('region', { name: 'Metadata' });
    const cards = settings.getByRole('list', { name: 'Provider order' }).locator('> li');
    const names = () => cards.getByRole('heading').allTextContents();
    await seen(cards);
    await expect.poll(names).toEqual(['Steam', 'IGDB', 'RAWG']);
    const rawg = cards.filter({ hasText: 'RAWG API key' });
    await seen(rawg.getByText('Keys missing'));
    await button(settings, 'Test RAWG').click();
    await seen(rawg.getByText('RAWG needs an API key first. Enter it and save.'));
    await rawg.getByLabel('RAWG API key', { exact: true }).fill('two words');
    await button(page, 'Save settings').click();
    await seen(rawg.getByText('must not contain spaces or special characters'));
    await rawg.getByLabel('RAWG API key', { exact: true }).fill('not-the-right-one');
    await button(page, 'Save settings').click();
    await seen(rawg.getByText(/^Set/));
    await seen(cards.filter({ hasText: 'IGDB client ID' }).getByText('Set by the environment'));
    await button(settings, 'Test RAWG').click();
    await seen(rawg.getByRole('status').getByText(/key/i));
    await rawg.getByLabel('RAWG API key', { exact: true }).fill(rawgKey);
    await button(page, 'Save settings').click();
    await seen(page.getByRole('status').getByText('Keys saved'));
    await button(settings, 'Test RAWG').click();
    await seen(rawg.getByRole('status').getByText('RAWG answers.'));
    expect(await page.content(), 'the page does not contain the key').not.toContain(rawgKey);

    await button(settings, 'Move RAWG up').click();
    await expect.poll(names).toEqual(['Steam', 'RAWG', 'IGDB']);
    await settings.getByRole('switch', { name: 'Use Steam' }).uncheck();
    await expect.poll(names).toEqual(['RAWG', 'IGDB', 'Steam']);
    await settings.getByRole('switch', { name: 'Match new games automatically' }).uncheck();
    await button(settings, 'Test IGDB').click();
    await seen(cards.nth(1).getByRole('status').getByText('IGDB answers.'));
    await page.reload();
    await seen(cards);
    await expect.poll(names).toEqual(['RAWG', 'IGDB', 'Steam']);
    const isOn = () => settings.getByRole('switch', { name: 'Match new games automatically' }).isChecked();
    await expect.poll(isOn).toBe(false);

    // From now on, only an admin starts searches.
    const game = await add('Factorio');
    await page.goto(`/admin/game/${game._id}`);
    await seen(button(page, 'Scrape Metadata'));
    expect(await page.getByText('Metadata source').count(), 'no provider was asked').toBe(0);
    const rawgResponse = Promise.withResolvers<void>();
    providers.behaviour.rawg = { after: rawgResponse.promise };
    await page.goto('/admin/matches');
    await button(review(page), 'Find metadata for all games without it').click();
    await seen(review(page).getByText('0 of 1 game'));
    await button(review(page), 'Cancel search').click();
    rawgResponse.resolve();
    // A running request to a provider is not aborted.
    await seen(button(review(page), 'Find metadata for all games without it'));
    await page.goto('/admin?tab=settings&section=metadata');
    await settings.getByRole('switch', { name: 'Match new games automatically' }).check();
    await settings.getByRole('switch', { name: 'Use Steam' }).check();
    await expect.poll(names).toEqual(['RAWG', 'IGDB', 'Steam']);
  });

  it('passes axe-core', async () => {
    const game = await add('Half-Life Two');
    await api.editGame(game._id, { genres: ['Ours'] });
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/admin/matches');
      await seen(entry(page, 'Half-Life Two'));
      await check('matches to review');
      await button(entry(page, 'Half-Life Two'), /^Details of Half-Life/)
        .first()
        .click();
      await seen(button(page, /^Apply/));
      await check('an offer in front of the matches to review');
      await page.goto('/admin?tab=settings&section=metadata');
      await seen(button(page, 'Test RAWG'));
      await check('settings');
      await page.goto(`/admin/game/${game._id}`);
      await button(page, 'Scrape Metadata').click();
      await seen(button(page, /^Choose Half-Life/));
      await check('picker');
    });
  });
});
