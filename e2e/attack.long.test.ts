// Markup in every text that a visitor, a member, a contributor, an admin or a provider can set, shown by every page that shows it: no
// script runs, no element is created, and nothing is requested from elsewhere.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMetadataServer } from '../test/metadata-server/server.ts';
import { smallGame } from './support/archives.ts';
import type { CellarApi } from './support/cellar-api.ts';
import { markup, texts } from './support/hostile-texts.ts';
import { useMailServer } from './support/mail-server.ts';
import { quiet } from './support/quiet.ts';
import { admin, member, useNewSite } from './support/site.ts';
import { arriveAs, seen } from './support/steps.ts';

const contributor = { email: 'contributor@cellar.example', password: 'a third long secret' };

const igdbId = 990_001;
const providers = await startMetadataServer();
providers.games.push({
  ...{ title: texts.offeredTitle, alternativeTitles: [texts.offeredTitle], kind: 'game', released: null },
  // Descriptions are HTML. Real tags are removed, but these become the text that they stand for.
  summary: texts.offeredText.replaceAll('<', '&lt;'),
  ...{ developer: texts.offeredDeveloper, publisher: texts.offeredPublisher, genres: [texts.offeredGenre] },
  ...{ franchise: texts.offeredFranchise, collection: texts.offeredFranchise, platforms: ['Windows'] },
  ...{ rating: null, pegi: null, esrb: null, screenshots: 1, videos: 1, ids: { igdb: igdbId } },
});

/** A path, and what opens a dialog there. */
type Stop = string | [path: string, opener: string];

const minute = 60_000;

describe('markup in texts', () => {
  const mails = useMailServer();
  const site = useNewSite(providers.env, mails);
  let game = '';
  let offered = '';
  let collection = '';
  let request = '';
  const shown = new Set<string>();

  beforeAll(async () => {
    await site.createAccount('admin', { ...admin, name: texts.adminName });
    await site.createAccount('member', { ...member, name: texts.memberName });
    await site.createAccount('member', { ...contributor, name: 'Contributor' });
    const [owner, reader] = [await site.api(admin), await site.api(member)];
    const archive = await smallGame(site.folder, 'game.zip');
    game = (await owner.addGame(archive, texts.title, 'Windows'))._id;
    await owner.addExtra(game, archive, {
      kind: 'dlc',
      name: texts.extra,
      version: '1',
      note: texts.extraNote,
    });
    await fillGame(owner);
    offered = (await owner.addGame(archive, 'A game of a provider', 'Windows'))._id;
    await takeOffer(owner);
    await fillSettings(owner);
    [collection, request] = await takePart(reader);
    await owner.call('POST', `/api/requests/${request}/comments`, { text: texts.comment });
    const second = await reader.requestGame('A game that nobody adds');
    await owner.decideRequest(second, { state: 'declined', reason: texts.refusal });
    await owner.makeContributor(contributor.email);
    await (await site.api(contributor)).addGame(archive, texts.waiting, 'Linux');
    await reader.sha256OfFile(game, 'Windows', 'one');
    const body = JSON.stringify({
      name: texts.visitorName,
      email: 'visitor@cellar.example',
      password: 'a secret',
    });
    const headers = { 'content-type': 'application/json', 'user-agent': markup };
    const answer = await fetch(`${site.server.url}/api/auth/request-access`, {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(201);
  });

  afterAll(() => providers.close());

  async function takeOffer(owner: CellarApi): Promise<void> {
    const fields = ['title', 'description', 'developer', 'publisher', 'genres', 'franchise'];
    const chosen = { selectedGameId: `igdb:${igdbId}`, fields };
    const taken = await owner.call('POST', `/api/games/${offered}/confirm-rescrape`, chosen);
    expect(taken).toMatchObject({ title: texts.offeredTitle, description: texts.offeredText });
  }

  async function fillGame(owner: CellarApi): Promise<void> {
    const { description, developer, publisher, franchise, genre } = texts;
    await owner.editGame(game, { description, developer, publisher, franchise, genres: [genre] });
    const cheat = { name: texts.cheat, description: texts.cheatText, author: texts.cheatAuthor };
    const file = new File(['trainer'], `${markup.replaceAll('/', '-')}.exe`);
    await owner.addCheat(
      game,
      { ...cheat, platform: 'Windows', type: 'trainer', instructions: texts.cheatText },
      file,
    );
  }

  async function fillSettings(owner: CellarApi): Promise<void> {
    const places = [{ name: texts.range, range: '127.0.0.0/8' }];
    await owner.setSettings({ systemSettings: { siteName: texts.siteName, places, publicGamePages: true } });
    await owner.setNotifications({ customMessage: texts.message, emailFrequency: 'daily' });
    await owner.addLoginProvider({ label: texts.provider, issuer: 'https://login.example', clientId: 'x' });
    await owner.call('POST', '/api/admin/webhooks', {
      ...{ name: texts.webhook, format: 'discord', address: 'https://hooks.example/x' },
      ...{ events: ['backup_failed'], language: 'en', isEnabled: true },
    });
    await owner.call('POST', '/api/sanitization-rules', { find: 'x', replace: 'y', description: texts.rule });
    await owner.sendTestNotification('single');
    await owner.sendTestNotification('batch');
  }

  /** Returns the ids of a collection and of a request. */
  async function takePart(reader: CellarApi): Promise<[string, string]> {
    await reader.call('PUT', `/api/games/${game}/marks`, { note: texts.note, isFavorite: true });
    await reader.call('POST', '/api/saved-filters', { name: texts.filter, filter: { search: 'x' } });
    await reader.call('POST', '/api/api-tokens', { name: texts.token, scopes: ['read'], expiresInDays: 1 });
    const startsAt = '2030-01-01T20:00:00.000Z';
    await reader.addCollection({
      name: texts.night,
      startsAt,
      place: texts.place,
      isShared: true,
      games: [game],
    });
    const facts = {
      name: texts.collection,
      description: texts.collectionText,
      isShared: true,
      games: [game],
    };
    const { _id } = await reader.addCollection(facts);
    const answer = await reader.call('POST', '/api/requests', {
      title: texts.request,
      note: texts.requestNote,
    });
    return [_id, (answer as { request: { _id: string } }).request._id];
  }

  it('stays text on the pages of visitors', async () => {
    expect(await walk(undefined, ['/', '/login', `/game/${game}`, '/nowhere'])).toEqual([]);
  });

  it('stays text on the pages of members', async () => {
    const tabs = ['', '?tab=security', '?tab=preferences', '?tab=downloads', '?tab=history'];
    const lists = [
      '/',
      '/games',
      '/games?search=Title',
      `/collections/${collection}`,
      '/collections',
      '/requests',
    ];
    const others = [`/game/${game}`, `/game/${offered}`, `/requests/${request}`];
    const filters: Stop = ['/games', 'button:has(.tabler-icon-adjustments-horizontal)'];
    expect(
      await walk(member, [...lists, filters, ...others, ...tabs.map((tab) => `/account${tab}`)]),
    ).toEqual([]);
  });

  it('stays text on the pages of contributors', async () => {
    expect(await walk(contributor, ['/contribute', `/game/${game}`])).toEqual([]);
  });

  it('stays text on the pages of admins', async () => {
    const owner = await site.api(admin);
    // Its title is similar to the one that the provider offers, so both are shown for a review.
    await expect
      .poll(() => owner.call('GET', `/api/games/${game}/match`))
      .toMatchObject({ match: { state: 'review' } });
    const sections = ['site', 'login', 'mail', 'metadata', 'platforms', 'webhooks', 'downloads'];
    const settings = sections.map((section) => `/admin?tab=settings&section=${section}`);
    const tools = ['health', 'storage', 'files', 'email', 'log'].map((section) => `tools&section=${section}`);
    const tabs = ['users', 'activity', ...tools].map((tab) => `/admin?tab=${tab}`);
    const games = [game, offered].flatMap((id) => [`/admin/game/${id}`, `/game/${id}`]);
    const others = ['/admin', '/admin/current-uploads', '/admin/matches', ...games];
    expect(await walk(admin, [...others, ...tabs, ...settings])).toEqual([]);
  });

  it('has been shown, each', () => {
    expect(Object.keys(texts).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('stays text in emails, in the head of a page, and in the feed', async () => {
    const { page } = await site.visit();
    await mails.next('visitor@cellar.example');
    await mails.next(member.email);
    const received = [admin, member].flatMap(({ email }) => mails.to(email));
    expect(received.length).toBeGreaterThan(1);
    for (const { html } of received) {
      await page.setContent(html);
      expect(await problemsOf(page)).toEqual([]);
    }
    const head = await (await fetch(`${site.server.url}/game/${game}`)).text();
    expect(head).not.toContain('<img/src');
    const { path } = (await (await site.api(member)).call('POST', '/api/feed')) as { path: string };
    const readFeed = async () => (await fetch(site.server.url + path)).text();
    // Games appear in the feed when they are announced, a while after they were added.
    const announced = { timeout: 5 * minute, interval: 1000 };
    await expect.poll(readFeed, announced).toContain('Title&lt;img/src');
    const feed = await readFeed();
    expect(feed).not.toContain('<img/src');
    // Readers show the content as HTML, so it is escaped twice.
    for (const [, content] of feed.matchAll(/<content type="html">([^<]*)/g))
      expect(content).not.toContain('&lt;img/src');
  });

  /** Opens each page as this account, and returns what has become of the markup. */
  async function walk(account: typeof admin | undefined, stops: Stop[]): Promise<string[]> {
    const { page } = await site.visit({ expects: /status of 404/ });
    if (account) await arriveAs(page, account);
    const found: string[] = [];
    for (const stop of stops) {
      const [path, opener] = [stop].flat();
      await page.goto(path ?? '');
      await seen(page.getByRole('heading'));
      if (opener) {
        await page.locator(opener).first().click();
        await seen(page.getByRole('dialog'));
      }
      await quiet(page);
      found.push(...(await problemsOf(page)).map((problem) => `${path}: ${problem}`));
      const text = await page.evaluate(textOfPage);
      for (const [name, value] of Object.entries(texts)) {
        if (text.includes(value.slice(0, value.indexOf(markup) + markup.length))) shown.add(name);
      }
    }
    return found;
  }
});

async function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...('hacked' in window ? ['a script has run'] : []),
    ...[...document.querySelectorAll('[onerror], [onload], [data-hacked]')].map(
      ({ outerHTML }) => `an element: ${outerHTML}`,
    ),
    ...[...document.querySelectorAll('[href^="javascript:" i]')].map(
      ({ outerHTML }) => `a link: ${outerHTML}`,
    ),
  ]);
}

/** Runs in the page. Includes what fields contain. */
function textOfPage(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, option')];
  return [
    document.title,
    document.body.innerText,
    ...fields.map(({ value, textContent }) => value || textContent),
  ].join('\n');
}
