// The editor of a game: all fields, invalid values, links to other pages, deletion, and access. Unsaved changes and
// conflicts are in game-editor-unsaved.test.ts, files and pictures in game-editor-files.test.ts.
import type { Game } from '@cellar/contract/games.ts';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from './support/archives.ts';
import { findingsDuring } from './support/axe.ts';
import type { CellarApi } from './support/cellar-api.ts';
import { admin, member, useSite } from './support/site.ts';
import { arriveAs, isFocused, seen, showGames } from './support/steps.ts';

const video = (id: string) => `https://www.youtube.com/watch?v=${id}`;
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name, level: 1 }));
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const saved = (page: Page) => seen(page.getByRole('status').getByText('Saved', { exact: true }));
const genres = (page: Page) =>
  page
    .getByRole('button', { name: /^Remove genre / })
    .evaluateAll((all) => all.map((button) => button.ariaLabel?.replace('Remove genre ', '')));

describe('the game editor', () => {
  const site = useSite();
  let api: CellarApi;
  let archive: Archive;

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    api = await site.api(admin);
    archive = await smallGame(site.folder, 'game.zip');
    const other = await api.addGame(archive, 'Frozen Bubble', 'Linux');
    await api.editGame(other._id, { genres: ['Puzzle', 'Arcade'] });
  });

  beforeEach(() => api.keepOnly(['Frozen Bubble']));

  const addGame = (title: string) => api.addGame(archive, title, 'Linux');

  async function open(page: Page, { _id }: Pick<Game, '_id'>): Promise<void> {
    await arriveAs(page, admin);
    await page.goto(`/admin/game/${_id}`);
    await seen(page.getByRole('button', { name: 'Edit Title' }));
  }

  it('opens from the list and edits title and description in place', async () => {
    const game = await addGame('Neverball');
    const { page } = await site.visit();
    await arriveAs(page, admin);
    await page.goto('/admin');
    await showGames(page);
    await page.getByRole('link', { name: 'Edit Neverball' }).click();
    await heading(page, 'Neverball');
    await expect.poll(() => page.title()).toBe('Neverball · Cellar');

    await page.getByRole('button', { name: 'Edit Title' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Never');
    // A space at the end does not count as a change, but remains for the next word.
    await title.press('End');
    await title.pressSequentially(' ball 2');
    await seen(bar(page).getByText('Not saved: Title'));
    await title.press('Enter');
    await saved(page);
    await heading(page, 'Never ball 2');
    const editTitle = page.getByRole('button', { name: 'Edit Title' });
    await expect.poll(() => isFocused(editTitle), { message: 'the button has the focus' }).toBe(true);

    await page.getByRole('button', { name: 'Edit Description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Tilt the floor.\nRoll the ball.');
    await page.keyboard.press('Control+s');
    await seen(page.getByText('Tilt the floor. Roll the ball.'));
    await bar(page).waitFor({ state: 'hidden' });
    expect(await api.game(game._id)).toMatchObject({
      title: 'Never ball 2',
      description: 'Tilt the floor.\nRoll the ball.',
      editedFields: ['title', 'description'],
    });
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await page.waitForURL('**/admin?games=open');
    // The table is still open.
    await seen(page.getByRole('link', { name: 'Edit Never ball 2' }));
  });

  it('has two columns on a wide screen and one on a phone, and shows nothing twice', async () => {
    const game = await addGame('Columns');
    const { page } = await site.visit();
    await open(page, game);
    const files = page.getByRole('region', { name: 'Platform files' });
    const place = async () => {
      const left = await page.getByRole('group', { name: 'Edit this game' }).boundingBox();
      const right = await files.boundingBox();
      return left && right && right.x >= left.x + left.width ? 'beside' : 'below';
    };
    await expect.poll(place).toBe('beside');
    expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(1);
    const download = page.waitForEvent('download');
    await files.getByRole('button', { name: 'Download the file for Linux' }).click();
    await (await download).cancel();
    const covers = page.getByRole('img', { name: 'Box art of Columns' });
    await expect.poll(() => covers.count()).toBe(1);
    await page.getByRole('button', { name: 'Edit Metadata' }).click();
    await seen(page.getByLabel('Developer', { exact: true }));
    await expect.poll(() => covers.count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Details' }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(place).toBe('below');
    await expect.poll(() => bar(page).isVisible()).toBe(true);
  });

  it('changes all facts, the genres and the order of the videos', async () => {
    const game = await addGame('SuperTux');
    await api.editGame(game._id, { genres: ['Old'], videos: [video('one')] });
    const { page } = await site.visit();
    await open(page, game);
    await page.getByRole('button', { name: 'Edit Metadata' }).click();
    const facts = {
      ...{ 'Release Date': '2003-04-06', Developer: ' SuperTux Team ', Publisher: 'Open Court' },
      ...{ 'Age Rating': 'PEGI 3', Rating: '81,5', 'Rating count': '1203' },
      ...{ Franchise: 'Tux', Collection: 'Penguins', 'Maximum players': '2' },
    };
    for (const [label, value] of Object.entries(facts))
      await page.getByLabel(label, { exact: true }).fill(value);

    for (const mode of ['Same screen', 'Co-op']) await page.getByRole('checkbox', { name: mode }).check();
    await page.getByRole('button', { name: 'Remove genre Old' }).click();
    const genre = page.getByRole('combobox', { name: 'Genres' });
    await genre.pressSequentially('arcade');
    await genre.press('Enter');
    await genre.pressSequentially('Jump and run,');
    await genre.pressSequentially('Arcade');
    await genre.press('Enter');
    await expect.poll(() => genres(page)).toEqual(['Arcade', 'Jump and run']);
    const choices = page.getByRole('listbox', { name: 'Genres' }).getByRole('option');
    await expect.poll(() => choices.allTextContents()).toEqual(['Old', 'Puzzle']);
    // A save includes the genre that is being typed.
    await genre.pressSequentially('Platformer');

    const link = (number: number) => page.getByRole('textbox', { name: `Video link ${number}` });
    await page.getByRole('button', { name: 'Add video link' }).click();
    await link(2).fill(video('two'));
    await page.getByRole('button', { name: 'Add video link' }).click();
    await link(3).fill(video('three'));
    await page.getByRole('button', { name: 'Add video link' }).click();
    await page.getByRole('button', { name: 'Move video 3 up' }).click();
    await page.getByRole('button', { name: 'Move video 2 up' }).press('Enter');
    await page.getByRole('button', { name: 'Remove video 2' }).click();

    await genre.focus();
    await page.keyboard.press('Control+s');
    await saved(page);
    const expected = {
      ...{ releaseDate: '2003-04-06', developer: 'SuperTux Team', publisher: 'Open Court', rating: 81.5 },
      ...{ ratingCount: 1203, ageRating: 'PEGI 3', franchise: 'Tux', collection: 'Penguins' },
      ...{ modes: ['coop', 'sameScreen'], maxPlayers: 2 },
      ...{ genres: ['Arcade', 'Jump and run', 'Platformer'], videos: [video('three'), video('two')] },
    };
    expect(await api.game(game._id)).toMatchObject(expected);
    await seen(page.getByText('82 out of 100 (1,203 votes)'));
    await seen(page.getByText('Up to 2 · Co-op, Same screen'));

    // Then clears all facts.
    await page.getByRole('button', { name: 'Edit Metadata' }).click();
    for (const label of Object.keys(facts)) await page.getByLabel(label, { exact: true }).fill('');
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    expect(await api.game(game._id)).toMatchObject({
      releaseDate: null,
      developer: null,
      rating: null,
      ...{ modes: expected.modes, maxPlayers: null },
      videos: expected.videos,
    });
  });

  it('shows errors at their fields and saves nothing', async () => {
    const game = await addGame('Freedoom');
    const visitor = await site.visit();
    visitor.expectProblem(/status of 409/);
    const { page } = visitor;
    await open(page, game);
    await page.getByRole('button', { name: 'Edit Metadata' }).click();
    const rating = page.getByLabel('Rating', { exact: true });
    const link = page.getByRole('textbox', { name: 'Video link 1' });
    await rating.fill('101');
    await page.getByLabel('Rating count').fill('many');
    await page.getByRole('button', { name: 'Add video link' }).click();
    await link.fill('https://video.example/without-an-id');
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await seen(page.getByText('This must be 0 to 100.'));
    await seen(page.getByText('This must be a number.'));
    await seen(page.getByText('This must be a link to a video on YouTube.'));
    await expect
      .poll(() => isFocused(rating), { message: 'the first invalid field has the focus' })
      .toBe(true);
    await rating.fill('100');
    await page.getByText('This must be 0 to 100.').waitFor({ state: 'hidden' });
    await seen(page.getByText('This must be a number.'));

    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit Title' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('frozen bubble');
    await title.press('Enter');
    await seen(page.getByText(/already/));
    await title.fill(' ');
    await title.press('Enter');
    await seen(page.getByText('This is required.'));
    expect(await api.game(game._id)).toMatchObject({
      title: 'Freedoom',
      rating: null,
      revision: game.revision,
    });
  });

  it('reports a failed save for a while and keeps the typed text', async () => {
    const game = await addGame('Wesnoth');
    const visitor = await site.visit();
    visitor.expectProblem(/ERR_FAILED/);
    const { page } = visitor;
    await open(page, game);
    await page.route('**/api/games/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Edit Title' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('The Battle for Wesnoth');
    await title.press('Enter');
    const failure = page.getByRole('alert').getByText('Failed to update game');
    await seen(failure);
    await failure.waitFor({ state: 'hidden' });
    await page.unroute('**/api/games/*');
    await title.press('Enter');
    await heading(page, 'The Battle for Wesnoth');
  });

  it('links to the previous and the next game in the order of the list', async () => {
    const first = await addGame('Order A');
    await addGame('Order B');
    await addGame('Order C');
    const { page } = await site.visit();
    await open(page, first);
    await page.getByRole('link', { name: 'Previous game: Order B' }).click();
    await heading(page, 'Order B');
    await seen(page.getByText(/^2 of \d+$/));
    await page.getByRole('link', { name: 'Previous game: Order C' }).click();
    await heading(page, 'Order C');
    await expect.poll(() => page.getByRole('link', { name: /^Previous game/ }).count()).toBe(0);

    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await showGames(page);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('titleDesc');
    await page
      .getByRole('textbox', { name: 'Filter by title' })
      .or(page.getByRole('searchbox'))
      .fill('Order');
    await page.getByRole('link', { name: 'Edit Order B' }).click();
    await page.getByRole('link', { name: 'Next game: Order A' }).click();
    await heading(page, 'Order A');
  });

  it('deletes the game after listing everything that will be deleted', async () => {
    const game = await addGame('Warsow');
    await api.addCheat(
      game._id,
      { name: 'Aim', platform: 'Linux', type: 'trainer' },
      new File(['x'], 'aim.exe'),
    );
    const visitor = await site.visit();
    // While the page closes, it may still poll the deleted game (for its digests and its match).
    visitor.expectProblem(/status of 404/);
    const { page } = visitor;
    await open(page, game);
    await page.getByRole('button', { name: 'Delete Game' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Warsow”?' });
    await seen(dialog.getByText(/Linux: .*\.zip, 97\.\d+ KB/));
    await seen(dialog.getByText(/Aim/));
    await dialog.getByRole('button', { name: 'Delete game' }).click();
    await page.waitForURL('**/admin');
    await seen(page.getByText('“Warsow” was deleted.'));
    await expect(api.game(game._id)).rejects.toThrow('404');
  });

  it('reports an unknown or unreachable game and links back to Admin', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/status of 40[04]/);
    visitor.expectProblem(/ERR_FAILED/);
    const { page } = visitor;
    await arriveAs(page, admin);
    for (const address of ['/admin/game/nothing', "/admin/game/'--"]) {
      await page.goto(address);
      await heading(page, 'Game Not Found');
    }
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await page.waitForURL('**/admin');
    await page.goto('/admin/game');
    await heading(page, 'Invalid game ID');
    const game = await addGame('Unreachable');
    await page.route(/\/api\/games\/[^/?]+$/, (route) => route.abort());
    await page.goto(`/admin/game/${game._id}`);
    await heading(page, 'Failed to load game data');
    await page.unroute(/\/api\/games\/[^/?]+$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Unreachable');
  });

  it('is not available to members and visitors', async () => {
    const { _id } = await addGame('Hidden');
    const path = `/admin/game/${_id}`;
    const { page } = await site.visit();
    await page.goto(path);
    await page.waitForURL('**/login');
    await arriveAs(page, member);
    await page.goto(path);
    await page.waitForURL('**/login');
    expect(await page.getByRole('button', { name: 'Edit Title' }).count()).toBe(0);
  });

  it('passes axe-core', async () => {
    const game = await addGame('Tidy');
    await api.editGame(game._id, {
      description: 'A game to look at.',
      genres: ['Puzzle', 'Arcade'],
      videos: [video('one'), video('two')],
    });
    const findings = await findingsDuring(site, async (page, check) => {
      await open(page, game);
      await page.getByRole('button', { name: 'Edit Metadata' }).click();
      await page.getByLabel('Rating', { exact: true }).fill('bad');
      await bar(page).getByRole('button', { name: 'Save' }).click();
      await seen(page.getByText('This must be a number.'));
      await check('metadata with an error');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'the page fits the window',
      ).toBe(true);
      await page.getByRole('button', { name: 'Edit Title' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Tidier');
      await check('title');
    });
    expect(findings).toEqual([]);
  });
});
