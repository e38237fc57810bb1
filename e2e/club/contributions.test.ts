// Contributions: a contributor adds a game, an admin declines it with a reason that arrives by email, and accepts another one, which
// members then see. In three languages.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { useMailServer } from '../support/mail-server.ts';
import { admin, member, useSite } from '../support/site.ts';
import { addGame, arriveAs, choose, chooseFile, chooseLanguage, flashes, seen } from '../support/steps.ts';

const account = (role: string, language: string) => ({
  email: `${role}-${language}@cellar.example`,
  password: `the secret of ${role} ${language}`,
  name: `Sample ${role}`,
});

type Texts = { [key: string]: string | Texts };

/** Returns a function that looks up the page's texts in this language: `contributions:mine.heading`. */
async function textsOf(language: string) {
  const texts: Texts = {};
  for (const group of ['first', 'contribute']) {
    const url = new URL(`../../apps/web/src/i18n/${language}/${group}.json`, import.meta.url);
    Object.assign(texts, JSON.parse(await readFile(url, 'utf8')));
  }
  return (key: string, values: Record<string, string> = {}): string => {
    let text: string | Texts | undefined = texts;
    for (const part of key.split(/[:.]/)) text = typeof text === 'object' ? text[part] : undefined;
    if (typeof text !== 'string') throw new Error(`There is no text ${key}`);
    return Object.entries(values).reduce(
      (filled, [name, value]) => filled.replace(`{{${name}}}`, value),
      text,
    );
  };
}

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('contributions', () => {
  const mails = useMailServer();
  const site = useSite({ METADATA_PROVIDERS: 'off' }, mails);
  let archive: Archive;

  beforeAll(async () => {
    archive = await smallGame(site.folder, 'game.zip');
  });

  it('can be made by a member whom an admin has chosen', async () => {
    const desk = await site.arrive(admin, '/admin?tab=users');
    await button(desk, 'More for Member').click();
    await desk.getByRole('menuitem', { name: 'Make a contributor' }).click();
    await button(desk, 'Make a contributor').click();
    await seen(desk.getByRole('listitem').filter({ hasText: member.email }).getByText('Contributor'));

    const page = await site.arrive(member);
    await page.getByRole('link', { name: 'Contribute' }).click();
    await addGame(page, { path: archive.path, title: 'Neverputt', platform: 'Linux' });
    await seen(row(page, 'Neverputt').getByText('Waiting for review'));
    await row(page, 'Neverputt').getByRole('link', { name: 'Neverputt' }).click();
    await seen(page.getByText('Waiting for review: only you and admins can see it'));
    await choose(page.getByRole('main'), 'Neverputt', 'Add a file or extra');
    await seen(page.getByRole('heading', { name: 'Files for Neverputt', level: 1 }));
    await chooseFile(page.getByLabel('Choose a file or drop it here').first(), archive.path);
    await page.getByRole('combobox', { name: 'Platform' }).first().selectOption('Windows');
    await button(page, 'Upload file').click();
    await seen(row(page, 'Neverputt').getByText(/Windows/));

    await desk.goto('/admin');
    await row(desk, 'Neverputt').getByRole('link', { name: 'Edit Neverputt' }).click();
    await button(desk, 'Edit Title').click();
    await desk.getByRole('textbox', { name: 'Title' }).fill('Neverputt Deluxe');
    await button(desk, 'Save').click();
    await button(desk, 'Accept Neverputt Deluxe').click();
    await button(desk, 'More for Neverputt Deluxe').click();
    await seen(desk.getByRole('menuitem', { name: 'Hide from Members' }));
    await page.goto('/games?search=Deluxe');
    await seen(page.getByRole('link', { name: /Neverputt Deluxe/ }));
  });

  it.each(['en', 'fr', 'es'])('are declined with a reason, or accepted, in %s', async (language) => {
    const t = await textsOf(language);
    const [contributor, judge] = [account('contributor', language), account('admin', language)];
    await site.createAccount('member', contributor);
    await site.createAccount('admin', judge);
    await (await site.api(admin)).makeContributor(contributor.email);
    const [bad, good] = [`Torn ${language}`, `Whole ${language}`];

    const page = await site.arrive(contributor, '/contribute');
    await chooseLanguage(page, language);
    await seen(page.getByRole('heading', { name: t('contributions:title'), level: 1 }));
    await chooseFile(page.getByLabel(t('addGame:file')), archive.path);
    const title = page.getByRole('textbox', { name: t('addGame:title') });
    await expect.poll(() => title.inputValue()).not.toBe('');
    await title.fill(bad);
    await page.getByRole('combobox', { name: t('addGame:platform') }).selectOption('Linux');
    await button(page, t('addGame:submit')).click();
    await seen(row(page, bad).getByText(t('contributions:state.waiting')));
    await (await site.api(contributor)).addGame(archive, good, 'Linux');

    const desk = await site.arrive(judge, '/admin#contributions');
    await chooseLanguage(desk, language);
    await button(desk, t('contributions:review.declineName', { title: bad })).click();
    const dialog = desk.getByRole('dialog');
    const reason = 'Half of it is missing.';
    await dialog.getByLabel(t('contributions:review.reason')).fill(reason);
    await dialog.getByRole('button', { name: t('contributions:review.decline'), exact: true }).click();
    await row(desk, bad).waitFor({ state: 'detached' });
    const accepted = flashes(desk, t('contributions:review.accepted', { title: good }));
    await button(desk, t('contributions:review.acceptName', { title: good })).click();
    await accepted;

    const mailWith = (words: string) =>
      mails.to(contributor.email).find(({ subject, text }) => `${subject} ${text}`.includes(words));
    await expect.poll(() => mailWith(reason)?.html).toMatch(new RegExp(`<html[^>]*lang="${language}"`));
    await expect.poll(() => mailWith(good)?.link).toContain('/game/');
    await page.reload();
    await seen(row(page, bad).getByText(t('contributions:why', { reason })));
    await seen(row(page, good).getByText(t('contributions:state.accepted')));

    const other = await site.arrive(member, `/games?search=${encodeURIComponent(good)}`);
    await other.getByRole('link', { name: good }).click();
    await seen(other.getByRole('button', { name: /Linux/ }));
  });

  it('axe finds nothing on their pages', async () => {
    const { email, password } = account('contributor', 'axe');
    await site.createAccount('member', { email, password });
    await (await site.api(admin)).makeContributor(email);
    const api = await site.api({ email, password });
    const { _id: id } = await api.addGame(archive, 'Waiting Game', 'Linux');
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, { email, password }, '/contribute');
      await seen(row(page, 'Waiting Game'));
      await check('contribute');
      await page.goto(`/contribute?game=${id}`);
      await seen(page.getByRole('heading', { name: 'Files for Waiting Game', level: 1 }));
      await check('files of a game');
      await page.goto(`/game/${id}`);
      await seen(page.getByText('Waiting for review: only you and admins can see it'));
      await check('waiting game');
    });
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/admin#contributions');
      await seen(row(page, 'Waiting Game'));
      await check('review');
      await button(page, 'Decline Waiting Game').click();
      await seen(page.getByRole('dialog'));
      await check('decline');
      await page.goto(`/admin/game/${id}`);
      await seen(button(page, 'Accept Waiting Game'));
      await check('editor');
    });
  });
});
