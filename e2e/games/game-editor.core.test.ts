// The editor of a game: all fields, invalid values, and deletion. Its pages and access are in game-editor.test.ts, unsaved changes and
// conflicts in game-editor-unsaved.test.ts, files and pictures in game-editor-files.test.ts.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bar, EditorSite, heading, openEditor, saved, video } from '../support/game-editor.ts';
import { admin } from '../support/site.ts';
import { arriveAs, choose, isFocused, seen, showGames } from '../support/steps.ts';

const genres = (page: Page) =>
  page
    .getByRole('button', { name: /^Remove genre / })
    .evaluateAll((all) => all.map((button) => button.ariaLabel?.replace('Remove genre ', '')));

describe('the game editor', () => {
  const editor = new EditorSite();

  it('opens from the list and edits title and description in place', async () => {
    const game = await editor.addGame('Neverball');
    const { page } = await editor.site.visit();
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
    expect(await editor.api.game(game._id)).toMatchObject({
      title: 'Never ball 2',
      description: 'Tilt the floor.\nRoll the ball.',
      editedFields: ['title', 'description'],
    });
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await page.waitForURL('**/admin');
    // The table is still open.
    await seen(page.getByRole('link', { name: 'Edit Never ball 2' }));
  });

  it('changes all facts, the genres and the order of the videos', async () => {
    const game = await editor.addGame('SuperTux');
    await editor.api.editGame(game._id, { genres: ['Old'], videos: [video('one')] });
    const { page } = await editor.site.visit();
    await openEditor(page, game);
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
    expect(await editor.api.game(game._id)).toMatchObject(expected);
    await seen(page.getByText('82 out of 100 (1,203 votes)'));
    await seen(page.getByText('Up to 2 · Co-op, Same screen'));

    // Then clears all facts.
    await page.getByRole('button', { name: 'Edit Metadata' }).click();
    for (const label of Object.keys(facts)) await page.getByLabel(label, { exact: true }).fill('');
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    expect(await editor.api.game(game._id)).toMatchObject({
      releaseDate: null,
      developer: null,
      rating: null,
      ...{ modes: expected.modes, maxPlayers: null },
      videos: expected.videos,
    });
  });

  it('shows errors at their fields and saves nothing', async () => {
    const game = await editor.addGame('Freedoom');
    const visitor = await editor.site.visit();
    visitor.expectProblem(/status of 409/);
    const { page } = visitor;
    await openEditor(page, game);
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
    expect(await editor.api.game(game._id)).toMatchObject({
      title: 'Freedoom',
      rating: null,
      revision: game.revision,
    });
  });

  it('deletes the game after listing everything that will be deleted', async () => {
    const game = await editor.addGame('Warsow');
    await editor.api.addCheat(
      game._id,
      { name: 'Aim', platform: 'Linux', type: 'trainer' },
      new File(['x'], 'aim.exe'),
    );
    const visitor = await editor.site.visit();
    // While the page closes, it may still poll the deleted game (for its digests and its match).
    visitor.expectProblem(/status of 404/);
    const { page } = visitor;
    await openEditor(page, game);
    await choose(page.getByRole('main'), 'Warsow', 'Delete Game');
    const dialog = page.getByRole('dialog', { name: 'Delete “Warsow”?' });
    await seen(dialog.getByText(/Linux: .*\.zip, 97\.\d+ KB/));
    await seen(dialog.getByText(/Aim/));
    await dialog.getByRole('button', { name: 'Delete game' }).click();
    await page.waitForURL('**/admin');
    await seen(page.getByText('“Warsow” was deleted.'));
    await expect(editor.api.game(game._id)).rejects.toThrow('404');
  });
});
