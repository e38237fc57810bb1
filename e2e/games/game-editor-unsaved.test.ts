// Unsaved changes in the editor of a game: every way of leaving the page asks first, and if another admin saved in the
// meantime, the page shows both versions.
import type { Game } from '@cellar/contract/games/games.ts';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { CellarApi as Api, type CellarApi } from '../support/cellar-api.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, choose, fillLogin, logOut, seen, showGames } from '../support/steps.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const comparison = (page: Page) => page.getByRole('dialog', { name: 'Someone else changed this game' });
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const gone = (locator: ReturnType<typeof bar>) => locator.waitFor({ state: 'hidden' });
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('unsaved changes to a game', () => {
  const site = useSite();
  let api: CellarApi;
  let archive: Archive;

  beforeAll(async () => {
    api = await site.api(admin);
    archive = await smallGame(site.folder, 'game.zip');
    await api.addGame(archive, 'Another', 'Linux');
  });

  beforeEach(() => api.keepOnly(['Another']));

  const addGame = (title: string) => api.addGame(archive, title, 'Linux');

  async function arrive(game: Pick<Game, '_id'>, page: Page): Promise<void> {
    await arriveAs(page, admin);
    // Navigates within the page, so that the history has an entry to go back to.
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await showGames(page);
    await page.locator(`a[href="/admin/game/${game._id}"]`).first().click();
    await seen(page.getByRole('button', { name: 'Edit Title' }));
  }

  async function typeTitle(page: Page, title: string): Promise<void> {
    if (!(await titleField(page).isVisible())) await page.getByRole('button', { name: 'Edit Title' }).click();
    await titleField(page).fill(title);
    await seen(bar(page).getByText('Not saved: Title'));
  }

  async function stay(page: Page, game: Game): Promise<void> {
    await seen(question(page).getByText('These changes are not saved: Title.'));
    await question(page).getByRole('button', { name: 'Stay here' }).click();
    await gone(question(page));
    await expect
      .poll(() => pathOf(page), { message: 'the address is restored' })
      .toBe(`/admin/game/${game._id}`);
    expect(await titleField(page).inputValue()).toBe('Typed');
  }

  it('require confirmation on every attempt to leave, and are kept if the admin stays', async () => {
    const game = await addGame('Ways');
    const { page } = await site.visit();
    await arrive(game, page);
    await typeTitle(page, 'Typed');
    const exits: Record<string, () => Promise<unknown>> = {
      'a link in the header': () => page.getByRole('link', { name: 'Games', exact: true }).click(),
      'the link back to Admin': () => page.getByRole('link', { name: 'Back to Admin' }).click(),
      'the public page': () => choose(page.getByRole('main'), 'Ways', 'Game Page'),
      'another game': () => page.getByRole('link', { name: /^Next game/ }).click(),
      keys: async () => {
        await page.getByRole('heading', { name: 'Platform files' }).click();
        await page.keyboard.press('g');
        await page.keyboard.press('g');
      },
      'the palette': async () => {
        await page.keyboard.press('Control+k');
        const palette = page.getByRole('dialog', { name: 'Command palette' });
        await palette.getByRole('combobox').fill('Account');
        await seen(palette.getByRole('option', { name: 'Account' }));
        await page.keyboard.press('Enter');
      },
      'the logout': () => logOut(page),
      Back: () => page.goBack(),
      'Back from script': () => page.evaluate(() => history.go(-1)),
      'two steps Back': () => page.evaluate(() => history.go(-2)),
    };
    for (const [name, go] of Object.entries(exits)) {
      await go();
      await stay(page, game).catch((error: unknown) => {
        throw new Error(`${name}: ${error}`, { cause: error });
      });
    }
    // A change of the fragment does not leave the page.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await page.goBack();
    expect(await question(page).count()).toBe(0);
    expect(await titleField(page).inputValue()).toBe('Typed');
  });

  it('are discarded after confirmation, and the navigation continues', async () => {
    const game = await addGame('Leaving');
    const { page } = await site.visit();
    await arrive(game, page);
    await typeTitle(page, 'Typed');
    await page.goBack();
    await seen(question(page));
    // Goes back again while the question is open.
    await page.goBack();
    await seen(question(page));
    await expect.poll(() => pathOf(page)).toBe(`/admin/game/${game._id}`);
    await question(page).getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/admin');
    await seen(page.getByRole('heading', { name: 'Admin', level: 1 }));
    await page.goForward();
    await page.waitForURL(`**/admin/game/${game._id}`);
    await seen(page.getByRole('heading', { name: 'Leaving', level: 1 }));
    await expect.poll(() => bar(page).count(), { message: 'no unsaved changes remain' }).toBe(0);

    await typeTitle(page, 'Typed');
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await question(page).getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/games');
    await page.goBack();
    await seen(page.getByRole('heading', { name: 'Leaving', level: 1 }));
    // Going forward leaves the page too.
    await typeTitle(page, 'Typed');
    await page.goForward();
    await stay(page, game);
    await page.goForward();
    await question(page).getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/games');
    expect((await api.game(game._id)).title).toBe('Leaving');
  });

  it('make the browser ask before a reload, but only until they are saved', async () => {
    const game = await addGame('Reload');
    const { page } = await site.visit();
    await arrive(game, page);
    page.removeAllListeners('dialog');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await typeTitle(page, 'Typed');
    const dialogOpens = page.waitForEvent('dialog');
    await page.evaluate(() => location.reload());
    await dialogOpens;
    expect(await titleField(page).inputValue()).toBe('Typed');
    await titleField(page).press('Enter');
    await seen(page.getByRole('heading', { name: 'Typed', level: 1 }));
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await page.waitForURL('**/admin');
    await page.goForward();
    await page.reload();
    await seen(page.getByRole('heading', { name: 'Typed', level: 1 }));
    expect(dialogs).toEqual(['beforeunload']);
  });

  it('are restored when the admin logs in again after the session has expired', async () => {
    const game = await addGame('Session');
    const { page } = await site.visit({ expects: /status of 401/ });
    await arrive(game, page);
    await typeTitle(page, 'Typed again');
    const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'));
    await Api.ofSession(site.server.url, token).logOut();
    await titleField(page).press('Enter');
    await seen(page.getByText('Your session has expired. Please log in again.'));
    await fillLogin(page, admin);
    await page.waitForURL(`**/admin/game/${game._id}`);
    await seen(page.getByText('Your earlier changes were restored. They are not saved yet.'));
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await seen(page.getByRole('heading', { name: 'Typed again', level: 1 }));
  });

  describe('when another admin saved first', () => {
    async function createConflict(page: Page, game: Game): Promise<void> {
      await arrive(game, page);
      await typeTitle(page, `${game.title}, mine`);
      await page.getByRole('button', { name: 'Edit Metadata' }).click();
      await page.getByLabel('Developer').fill('My developer');
      await page.getByLabel('Franchise').fill('My franchise');
      await api.editGame(game._id, {
        title: `${game.title}, theirs`,
        developer: 'Their developer',
        publisher: 'Theirs',
      });
      await bar(page).getByRole('button', { name: 'Save' }).click();
      await seen(comparison(page));
    }

    it('the admin chooses a version for each conflict, and all other changes are merged', async () => {
      const game = await addGame('Conflict');
      const { page } = await site.visit({ expects: /status of 409/ });
      await createConflict(page, game);
      const dialog = comparison(page);
      const field = (name: string) => dialog.getByRole('group', { name });
      await seen(field('Title').getByText('Conflict, theirs'));
      await seen(field('Title').getByText('Conflict, mine'));
      await seen(dialog.getByText('Changed only by them (kept)'));

      // Postponing the decision keeps all changes and shows that they are not saved.
      await dialog.getByRole('button', { name: 'Decide later' }).last().click();
      await gone(dialog);
      await seen(page.getByRole('alert').getByText('Someone else changed this game in the meantime.'));
      await seen(bar(page).getByText(/^Not saved: Title, Developer,? and Franchise$/));
      expect(await page.getByLabel('Developer').inputValue()).toBe('My developer');
      expect(await api.game(game._id)).toMatchObject({
        title: 'Conflict, theirs',
        developer: 'Their developer',
      });
      await page.keyboard.press('Control+s');
      await seen(dialog);

      // Saving requires a choice for each conflict.
      await field('Title').getByRole('radio', { name: /^Mine/ }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      expect(await dialog.isVisible()).toBe(true);
      await field('Developer')
        .getByRole('radio', { name: /^Theirs/ })
        .check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await gone(dialog);
      await gone(bar(page));
      expect(await api.game(game._id)).toMatchObject({
        ...{ title: 'Conflict, mine', developer: 'Their developer' },
        ...{ publisher: 'Theirs', franchise: 'My franchise' },
      });
    });

    it('the page asks again if a third admin saves before the choice', async () => {
      const game = await addGame('Third');
      const { page } = await site.visit({ expects: /status of 409/ });
      await createConflict(page, game);
      await api.editGame(game._id, { title: 'Third title' });
      await comparison(page).getByRole('button', { name: 'Keep all of mine' }).click();
      await comparison(page).getByRole('button', { name: 'Save' }).click();
      await seen(comparison(page).getByText('Third title'));
      await comparison(page)
        .getByRole('radio', { name: /^Theirs/ })
        .check();
      await comparison(page).getByRole('button', { name: 'Save' }).click();
      await gone(bar(page));
      expect(await api.game(game._id)).toMatchObject({ title: 'Third title', developer: 'My developer' });
    });

    it('the comparison passes axe-core', async () => {
      const game = await addGame('Axe');
      let turn = 0;
      await expectNoFindings(site, async (page, check) => {
        turn += 1;
        await arrive(game, page);
        await page.getByRole('button', { name: 'Edit Metadata' }).click();
        await page.getByLabel('Developer').fill(`Mine ${turn}`);
        await api.editGame(game._id, { developer: `Theirs ${turn}`, genres: [`Genre ${turn}`] });
        await bar(page).getByRole('button', { name: 'Save' }).click();
        await seen(comparison(page));
        await check('comparison');
        await comparison(page)
          .getByRole('button', { name: 'Close' })
          .or(comparison(page).getByRole('button', { name: 'Decide later' }))
          .first()
          .click();
        await gone(comparison(page));
        await check('postponed');
      });
    });
  });
});
