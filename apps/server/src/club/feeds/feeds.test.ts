// The feed of new games: its secret link, who can read it, and what it says.
import { api } from '@cellar/contract/api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addNewGames, runDigestsAt } from '#test/digests.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const minute = 60_000;

let member: Client;
const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  member = await app.as('member');
});

const db = () => app.services.database.db;

async function linkOf(client: Client): Promise<string> {
  const { status, body } = await client.call(api.renewOwnFeed);
  expect(status).toBe(200);
  expect(body.path).toMatch(/^\/api\/feeds\/[\w-]{20}\.[\w-]{43}$/);
  return body.path;
}

async function announce(...titles: string[]): Promise<string[]> {
  const ids = await addNewGames(app, ...titles);
  await runDigestsAt(app, new Date(app.clock.now().getTime() + minute));
  return ids;
}

const statusOf = async (path: string) => (await app.visitor.fetch(path)).status;

/** Returns the texts of these elements of the entries. */
const textsOf = (feed: string, name: string) =>
  [...feed.matchAll(/<entry>.*?<\/entry>/gs)].map(
    ([entry]) => new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 's').exec(entry)?.[1],
  );

async function read(path: string): Promise<string> {
  const response = await app.visitor.fetch(path);
  expect(response.status).toBe(200);
  return response.text();
}

describe('the link of a member', () => {
  it('is off at first, can be seen again, renewed and turned off', async () => {
    const own = async () => (await member.call(api.getOwnFeed)).body.path;
    expect(await own()).toBeNull();
    const first = await linkOf(member);
    expect(await own()).toBe(first);
    expect(await statusOf(first)).toBe(200);
    const second = await linkOf(member);
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect((await member.call(api.deleteOwnFeed)).body).toEqual({ path: null });
    expect([await own(), await statusOf(second)]).toEqual([null, 404]);
    expect((await member.call(api.deleteOwnFeed)).status, 'again').toBe(200);
  });

  it('is not of use to anyone without it', async () => {
    const [id = '', signature = ''] = (await linkOf(member)).split(/[/.]/).slice(-2);
    const others = [`${id}.`, id, `${id}.${'x'.repeat(43)}`, `x.${signature}`, '.', '%00', 'x'.repeat(199)];
    for (const token of others) expect(await statusOf(`/api/feeds/${token}`), token).toBe(404);
    expect(
      await db().selectFrom('feeds').select('id').where('id', 'like', `%${signature}%`).execute(),
    ).toEqual([]);
  });

  it.each(['suspendedAt', 'approvedAt', 'verifiedAt'] as const)(
    'is invalid for a member who has lost access (%s), and valid again afterwards',
    async (column) => {
      const link = await linkOf(member);
      const set = (value: string | null) =>
        db()
          .updateTable('users')
          .set({ [column]: value })
          .where('id', '=', member.account?.id ?? '')
          .execute();
      const now = new Date().toISOString();
      await set(column === 'suspendedAt' ? now : null);
      expect(await statusOf(link)).toBe(404);
      await set(column === 'suspendedAt' ? null : now);
      expect(await statusOf(link)).toBe(200);
    },
  );

  it('is invalid once the account is deleted', async () => {
    const link = await linkOf(member);
    await db()
      .deleteFrom('users')
      .where('id', '=', member.account?.id ?? '')
      .execute();
    expect(await statusOf(link)).toBe(404);
    expect(
      await db()
        .selectFrom('feeds')
        .where('userId', '=', member.account?.id ?? '')
        .selectAll()
        .execute(),
    ).toEqual([]);
  });

  it('can be guessed only a few times, and read only so often', async () => {
    const link = await linkOf(member);
    const wrong = '/api/feeds/x.y';
    expect([await statusOf(link), await statusOf(wrong)]).toEqual([200, 404]);
    const useUp = (key: string, count: number) =>
      db().updateTable('rateLimits').set({ count }).where('key', 'like', key).execute();
    await useUp('feed:%', 240);
    await useUp('feed-ip:%', 60);
    expect([await statusOf(link), await statusOf(wrong)]).toEqual([429, 429]);
    app.clock.advance(61 * minute);
    expect([await statusOf(link), await statusOf(wrong)]).toEqual([200, 404]);
  });
});

describe('the feed', () => {
  it('lists announced games, the newest first, and never hidden ones', async () => {
    await announce('Feed one');
    const [second = ''] = await announce('Feed two');
    const [third = ''] = await announce('Feed three');
    await addNewGames(app, 'Not announced yet');
    const link = await linkOf(member);
    const titles = async () => textsOf(await read(link), 'title').slice(0, 3);
    expect(await titles()).toEqual(['Feed three', 'Feed two', 'Feed one']);
    const setHidden = (isHidden: boolean) =>
      admin.call(api.changeGames, { json: { ids: [second], action: { kind: 'setVisibility', isHidden } } });
    await setHidden(true);
    expect(await titles()).not.toContain('Feed two');
    expect(await read(link)).not.toContain(second);
    await setHidden(false);
    expect(await titles()).toContain('Feed two');
    expect(await read(link)).toContain(`href="${app.url}/game/${third}"`);
  });

  it('keeps its ids, also when it is renewed or a game is edited, and has at most 50 entries', async () => {
    await announce(...Array.from({ length: 52 }, (_, at) => `Many ${at}`));
    const before = await read(await linkOf(member));
    const entryIds = textsOf(before, 'id');
    expect(entryIds.length).toBe(50);
    expect(new Set(entryIds).size).toBe(50);
    for (const id of entryIds)
      expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const id = /<entry>.*?\/game\/([\w-]+)/s.exec(before)?.[1] ?? '';
    const { revision } = (await admin.call(api.getGame, { params: { id } })).body;
    const json = { title: 'Another title', revision };
    const answer = await admin.call(api.editGame, { params: { id }, json });
    expect(answer.status).toBe(200);
    const after = await read(await linkOf(member));
    expect(textsOf(after, 'title')[0]).toBe('Another title');
    expect(textsOf(after, 'id')).toEqual(entryIds);
    expect(textsOf(after, 'updated')).toEqual(textsOf(before, 'updated'));
    const feedId = /<feed.*?<id>(.*?)<\/id>/s;
    expect(feedId.exec(after)?.[1]).toBe(feedId.exec(before)?.[1]);
    const other = await read(await linkOf(await app.as('member')));
    expect(feedId.exec(other)?.[1]).not.toBe(feedId.exec(before)?.[1]);
  });

  it('is in the language of the member', async () => {
    const titleIn = async (language: string) => {
      await member.call(api.updatePreferences, { json: { language } });
      return /<title>(.*?)<\/title>/.exec(await read(await linkOf(member)))?.[1];
    };
    expect(await titleIn('en')).toBe('Cellar: new games');
    expect(await titleIn('fr')).toBe('Cellar\u00a0: nouveaux jeux');
    expect(await titleIn('es')).toBe('Cellar: juegos nuevos');
  });

  it('answers 304 if nothing has changed', async () => {
    await announce('Before');
    const link = await linkOf(member);
    const { headers } = await app.visitor.fetch(link);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const etag = headers.get('etag') ?? '';
    const date = headers.get('last-modified') ?? '';
    const ask = async (given: Record<string, string>) => {
      const response = await app.visitor.fetch(link, { headers: given });
      return [response.status, (await response.text()).length > 0];
    };
    expect(await ask({ 'if-none-match': etag })).toEqual([304, false]);
    expect(await ask({ 'if-modified-since': date })).toEqual([304, false]);
    await announce('After');
    expect(await ask({ 'if-none-match': etag })).toEqual([200, true]);
    expect(await ask({ 'if-modified-since': date })).toEqual([200, true]);
  });
});
