// The sanitization rules: written with a live preview, sorted by dragging, keyboard and buttons, tried on the library,
// and applied to the name of a chosen archive.
import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { Gate } from '../support/gate.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { archiveField, chooseFile, chooseForLibrary, closeToast, drag, seen } from '../support/steps.ts';

const defaults = exampleRules.filter(({ isDefault }) => isDefault).map(({ description }) => description);

describe('the sanitization rules', () => {
  const site = useSite();

  async function openRules(page: Page): Promise<Locator> {
    await openAdminTab(page, admin, 'games');
    await chooseForLibrary(page, 'Sanitization Rules');
    const dialog = page.getByRole('dialog', { name: 'Sanitization Rules' });
    await seen(dialog.getByRole('heading', { name: 'Rules, in the order they are applied' }));
    return dialog;
  }

  async function reopen(page: Page): Promise<Locator> {
    await page.reload();
    await chooseForLibrary(page, 'Sanitization Rules');
    const dialog = page.getByRole('dialog', { name: 'Sanitization Rules' });
    await seen(dialog.getByRole('listitem'));
    return dialog;
  }

  const listed = (dialog: Locator) => dialog.getByRole('heading', { level: 4 }).allInnerTexts();
  const expectRules = (dialog: Locator) => expect.poll(() => listed(dialog));
  const handle = (dialog: Locator, name: string) =>
    dialog.getByRole('button', { name: `: ${name}` }).and(dialog.getByRole('button', { name: /^Move rule/ }));

  it('start with the defaults and show their effect on a title', async () => {
    const { page } = await site.visit();
    const dialog = await openRules(page);
    await expectRules(dialog).toEqual(defaults);
    await dialog.getByLabel('Sample title or file name').fill('setup_stardew_valley_1.6.8_(64bit).zip');
    const preview = dialog.getByRole('region', { name: 'Try it out' });
    await seen(preview.getByText('stardew valley', { exact: true }));
    await seen(
      preview.getByRole('list', { name: 'What each rule does' }).getByText('Removes text in brackets'),
    );
  });

  it('explain an invalid pattern while it is typed, and preview a valid one', async () => {
    const { page } = await site.visit({ expects: /status of 400/ });
    const dialog = await openRules(page);
    const preview = dialog.getByRole('region', { name: 'Try it out' });
    await dialog.getByLabel('Sample title or file name').fill('Tetris');
    await dialog.getByRole('textbox', { name: 'Find' }).fill('t(');
    await seen(dialog.getByText('The pattern has a ( without a matching ).'));
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Never kept');
    const refused = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 400,
    );
    await dialog.getByRole('button', { name: 'Add rule', exact: true }).click();
    await refused;
    await dialog.getByRole('textbox', { name: 'Find' }).fill('^t(?=e)');
    await seen(dialog.getByText('The pattern uses lookahead', { exact: false }));
    // The field shows the error, and no toast repeats it in the server's words.
    expect(await page.getByText('find: has a (', { exact: false }).count()).toBe(0);
    await dialog.getByRole('textbox', { name: 'Find' }).fill('^(t)');
    await dialog.getByRole('textbox', { name: 'Replace with' }).fill('$1$1');
    await seen(preview.getByText('TTetris', { exact: true }));
    await seen(preview.getByText('The rule you are writing'));
    await expectRules(dialog).toEqual(defaults);
  });

  it('can be added, edited and deleted', async () => {
    const { page } = await site.visit();
    let dialog = await openRules(page);
    await dialog.getByRole('button', { name: 'Add rule', exact: true }).click();
    await seen(dialog.getByText('Please fill in this field.'));
    await dialog.getByRole('textbox', { name: 'Replace with' }).fill('Ultimate');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Writes Ultimate');
    await dialog.getByRole('textbox', { name: 'Find' }).fill('(.*)\\1');
    await seen(dialog.getByText('The pattern has a backslash', { exact: false }));
    // Submits immediately, while the error of the previous pattern is still visible.
    await dialog.getByRole('textbox', { name: 'Find' }).fill('ultimate');
    await page.keyboard.press('Enter');
    await seen(page.getByText('Rule added successfully'));
    await expectRules(dialog).toEqual([...defaults, 'Writes Ultimate']);
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Find' }).inputValue()).toBe('');

    await dialog.getByRole('button', { name: 'Edit: Writes Ultimate' }).click();
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Writes Ultimate large');
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await seen(page.getByText('Rule saved'));

    dialog = await reopen(page);
    await dialog.getByRole('button', { name: 'Delete: Writes Ultimate large' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this rule?' });
    await seen(question);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Delete: Writes Ultimate large' }).click();
    await question.getByRole('button', { name: 'Delete rule' }).click();
    await seen(page.getByText('Rule deleted successfully'));
    await expectRules(dialog).toEqual(defaults);
    await closeToast(page, 'Rule deleted successfully');
  });

  it('can be moved by keyboard, drag and button, and put in the recommended order', async () => {
    const { page } = await site.visit();
    const dialog = await openRules(page);
    const [first = '', second = '', third = '', ...rest] = defaults;

    await handle(dialog, first).focus();
    await page.keyboard.press('Space');
    await seen(dialog.getByText(`Picked up “${first}”`, { exact: false }));
    await page.keyboard.press('ArrowDown');
    await seen(dialog.getByText(`“${first}” is now at position 2 of`, { exact: false }));
    await page.keyboard.press('ArrowDown');
    await seen(dialog.getByText(`“${first}” is now at position 3 of`, { exact: false }));
    await page.keyboard.press('Space');
    await seen(page.getByText('Rules reordered successfully'));
    await expectRules(dialog).toEqual([second, third, first, ...rest]);
    await closeToast(page, 'Rules reordered successfully');

    await handle(dialog, first).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await seen(dialog.getByText(`“${first}” is now at position 4 of`, { exact: false }));
    // The browser closes the dialog without asking, which must have no effect while a rule is being moved.
    await dialog.evaluate((element: HTMLDialogElement) => element.close());
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await seen(dialog.getByText(`“${first}” is back where it was.`));
    await expectRules(dialog).toEqual([second, third, first, ...rest]);

    await drag(page, handle(dialog, first), handle(dialog, second));
    await seen(page.getByText('Rules reordered successfully'));
    await expectRules(dialog).toEqual([first, second, third, ...rest]);
    await closeToast(page, 'Rules reordered successfully');

    // The rules are of two kinds, so the recommended order separates them again.
    await dialog.getByRole('button', { name: `Move down: ${second}` }).click();
    await seen(page.getByText('Rules reordered successfully'));
    await expectRules(dialog).toEqual([first, third, second, ...rest]);
    await closeToast(page, 'Rules reordered successfully');
    // The response to the first move does not undo the second one, which is still pending.
    const gate = await Gate.before(page, { url: /sanitization-rules\/reorder$/, method: 'POST' });
    await dialog.getByRole('button', { name: `Move down: ${third}` }).click();
    await dialog.getByRole('button', { name: `Move down: ${second}` }).click();
    await gate.holds(1);
    gate.let(1);
    await seen(page.getByText('Rules reordered successfully'));
    await gate.holds(1);
    await expectRules(dialog).toEqual([first, third, second, ...rest]);
    gate.open();
    await dialog.getByRole('button', { name: 'Optimize order' }).click();
    await seen(page.getByText('Rules optimized successfully'));
    await expectRules(await reopen(page)).toEqual(defaults);
  });

  it('can be added from examples with one click', async () => {
    const { page } = await site.visit();
    const dialog = await openRules(page);
    await dialog.getByRole('button', { name: 'Add from examples' }).click();
    await dialog
      .getByRole('button', { name: 'Add example: Keeps only the video ID of a video link' })
      .click();
    await seen(page.getByText('Rule added successfully'));
    await seen(
      dialog.getByRole('button', { name: 'Already added: Keeps only the video ID of a video link' }),
    );
    await expectRules(dialog).toEqual([...defaults, 'Keeps only the video ID of a video link']);
    await dialog.getByRole('button', { name: 'Delete: Keeps only the video ID of a video link' }).click();
    await page.getByRole('button', { name: 'Delete rule' }).click();
    await seen(page.getByText('Rule deleted successfully'));
  });

  it('can be tried on the library without changing it', async () => {
    const api = await site.api(admin);
    await api.addGame(await smallGame(site.folder, 'tux.zip'), 'Tux_Racer v1.2', 'Linux');
    await api.addGame(await smallGame(site.folder, 'fine.zip'), 'Neverball', 'Linux');
    const { page } = await site.visit();
    const dialog = await openRules(page);
    const library = dialog.getByRole('region', { name: 'Dry run on the library' });
    await library.getByRole('button', { name: 'Run on the library' }).click();
    await seen(library.getByText('Titles that would change: 1 of 2'));
    await seen(library.getByText('Tux_Racer v1.2 becomes Tux Racer'));
    expect((await api.games()).map(({ title }) => title).toSorted()).toEqual(['Neverball', 'Tux_Racer v1.2']);
    await dialog.getByRole('textbox', { name: 'Find' }).fill('ball$');
    await library.getByText('Titles that would change').waitFor({ state: 'detached' });
    await library.getByRole('button', { name: 'Run on the library' }).click();
    await seen(library.getByText('Neverball becomes Never'));
  });

  it('suggest the title of a new game and list their changes', async () => {
    const page = await site.arrive(admin, '/admin?tab=games');
    const { path } = await smallGame(site.folder, 'Fallout.3.GOTY_v1.7-GOG.zip');
    await chooseFile(await archiveField(page), path);
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect.poll(() => title.inputValue()).toBe('Fallout 3 Game of the Year Edition');
    const changes = page.getByRole('region', { name: 'Changes made by the sanitization rules' });
    await seen(changes.getByText('Fallout.3.GOTY_v1.7-GOG', { exact: true }));
    await seen(changes.getByText('Expands GOTY'));
  });

  it('are replaced by a simple guess if the server cannot be reached', async () => {
    const page = await site.arrive(admin, '/admin?tab=games', { expects: /sanitize/ });
    await page.route('**/api/sanitization-rules/sanitize**', (route) => route.abort());
    const { path } = await smallGame(site.folder, 'Some_Game.v1.2.zip');
    await chooseFile(await archiveField(page), path);
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Some Game v1.2');
  });

  it('report failures', async () => {
    const { page } = await site.visit({ expects: /status of 4\d\d|status of 5\d\d|50\d of/ });
    const failing = new Set<string>();
    await page.route('**/api/sanitization-rules**', (route) => {
      const request = route.request();
      const call = `${request.method()} ${new URL(request.url()).pathname.split('/')[3] ?? ''}`;
      return failing.has(call) ? route.fulfill({ status: 500, body: 'broken' }) : route.continue();
    });
    failing.add('GET ');
    await openAdminTab(page, admin, 'games');
    await chooseForLibrary(page, 'Sanitization Rules');
    const dialog = page.getByRole('dialog', { name: 'Sanitization Rules' });
    await seen(dialog.getByText('Failed to fetch rules'));
    failing.clear();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expectRules(dialog).toEqual(defaults);

    failing.add('POST reorder').add('POST ');
    await dialog.getByRole('button', { name: `Move down: ${defaults[0]}` }).click();
    await seen(page.getByText('Failed to reorder rules'));
    await expectRules(dialog).toEqual(defaults);
    await dialog.getByRole('button', { name: 'Optimize order' }).click();
    await seen(page.getByText('Failed to optimize rules'));
    await dialog.getByRole('textbox', { name: 'Find' }).fill('a');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('a');
    await dialog.getByRole('button', { name: 'Add rule', exact: true }).click();
    await seen(page.getByText('Failed to add rule'));
    await page.route('**/api/sanitization-rules/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    );
    await dialog.getByRole('button', { name: `Delete: ${defaults[0]}` }).click();
    await page.getByRole('button', { name: 'Delete rule' }).click();
    await seen(page.getByText('Failed to delete rule'));
    await expectRules(dialog).toEqual(defaults);
  });

  it('pass axe-core on phone and desktop', async () => {
    await expectNoFindings(site, async (page, check) => {
      const dialog = await openRules(page);
      await dialog.getByRole('button', { name: 'Add from examples' }).click();
      await dialog.getByRole('textbox', { name: 'Find' }).fill('(');
      await seen(dialog.getByText('The pattern has a ( without a matching ).'));
      await dialog.getByRole('button', { name: 'Run on the library' }).click();
      await seen(dialog.getByText(/Titles that would change|No title would change/));
      await check('rules');
      await handle(dialog, defaults[1] ?? '').focus();
      await page.keyboard.press('Space');
      await seen(dialog.getByText('Picked up', { exact: false }));
      await check('a rule picked up');
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: `Delete: ${defaults[0]}` }).click();
      await check('deleting a rule');
    });
  });
});
