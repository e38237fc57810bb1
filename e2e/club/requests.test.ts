// Requests: a member looks for a game, requests it, another one votes, an admin accepts it, and when the game arrives, both are told.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMetadataServer } from '../../test/metadata-server/server.ts';
import { type Archive, smallGame } from '../support/archives.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { useMailServer } from '../support/mail-server.ts';
import { admin, member, useSite } from '../support/site.ts';
import { flashes, seen } from '../support/steps.ts';

const providers = await startMetadataServer();
const second = { email: 'second@cellar.example', password: 'a third long secret', name: 'Sample Second' };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const request = (page: Page, title: string) =>
  page.getByRole('main').getByRole('article').filter({ hasText: title });

describe('a request', () => {
  const mails = useMailServer();
  const site = useSite(providers.env, mails);
  let api: CellarApi;
  let archive: Archive;

  beforeAll(async () => {
    await site.createAccount('member', second);
    api = await site.api(admin);
    archive = await smallGame(site.folder, 'game.zip');
    await api.addGame(archive, 'Portal', 'Windows');
  });
  afterAll(() => providers.close());

  // Emails follow a while after a game arrives or an admin answers.
  const wait = { timeout: 300_000 };
  const mailOf = (email: string, subject: string) =>
    mails.to(email).find((mail) => mail.subject.includes(subject));

  it('begins with a search, and gets votes and a decision', async () => {
    const page = await site.arrive(member, '/games?search=portal+2');
    await page.getByRole('link', { name: 'Not in the library? Request it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request a game' });
    await dialog.getByLabel('Title of the game').fill('Portal');
    await seen(dialog.getByRole('link', { name: 'Portal', exact: true }));
    await dialog.getByLabel('Title of the game').fill('Portal 2');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const candidate = dialog.getByRole('radio', { name: /Portal 2.*2011/ });
    await seen(candidate);
    expect(await candidate.isChecked()).toBe(true);
    await dialog.getByLabel('Platform (optional)').fill('Linux');
    await dialog.getByRole('button', { name: 'Request this game' }).click();
    await seen(page.getByRole('heading', { name: 'Portal 2 (2011)', level: 1 }));
    await seen(page.getByRole('button', { name: '1, vote for Portal 2', pressed: true }));

    const other = await site.arrive(second, '/requests?new=portal');
    const known = other.getByRole('dialog', { name: 'Request a game' });
    await known.getByRole('button', { name: '1, vote for Portal 2' }).click();
    await seen(known.getByRole('button', { name: '2, vote for Portal 2', pressed: true }));

    const desk = await site.arrive(admin, '/requests');
    await seen(desk.getByText('1 request is waiting for your decision.'));
    await button(desk, 'Decide on Portal 2').click();
    await desk.getByRole('menuitem', { name: 'Accept' }).click();
    await seen(request(desk, 'Portal 2').getByText('Accepted'));

    // The job that fulfils requests runs every minute. The next journey takes place in the meantime.
    await api.addGame(archive, 'Portal 2', 'Windows');
  });

  it('is declined with a reason, and discussed', async () => {
    const page = await site.arrive(member, '/requests');
    await button(page, 'Request a game').first().click();
    await page.getByLabel('Title of the game').fill('Lost forever');
    await button(page, 'Continue').click();
    await seen(page.getByText('No provider knows a game with this title. You can request it anyway.'));
    await button(page, 'Request this game').click();
    await seen(page.getByRole('heading', { name: 'Lost forever', level: 1 }));
    await page.getByLabel('Your comment').fill('Please!');
    await button(page, 'Comment').click();
    await seen(page.getByRole('list', { name: 'Comments' }).getByText('Please!'));

    const desk = await site.arrive(admin, '/requests');
    await button(desk, 'Decide on Lost forever').click();
    await desk.getByRole('menuitem', { name: 'Decline...' }).click();
    await desk.getByLabel('Reason').fill('Nobody has it.');
    const declined = flashes(desk, 'Lost forever: Declined');
    await button(desk, 'Decline').click();
    await declined;
    await expect.poll(() => mailOf(member.email, 'Lost forever')?.text, wait).toContain('Nobody has it.');
    // Without a reload: the page learns of it together with the bell.
    await seen(page.getByText('Declined: Nobody has it.'));
  });

  it('ends when the game arrives, and everybody who voted is told', async () => {
    for (const { email } of [member, second]) {
      await expect.poll(() => mailOf(email, 'Portal 2 is now at')?.link, wait).toContain('/game/');
    }
    const page = await site.arrive(second, '/requests?show=fulfilled');
    await page.getByRole('link', { name: 'Portal 2', exact: true }).click();
    await page.getByRole('link', { name: 'Open Portal 2' }).click();
    await seen(page.getByRole('heading', { name: 'Portal 2', level: 1 }));
  });
});
