// Games that an admin has hidden: members and visitors can't tell that they exist.
import { api } from '@cellar/contract/api.ts';
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addNewGames, listDigestMails, runDigestsAt, setFrequency } from '#test/digests.ts';
import { addCheat, addExtra } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

async function setHidden(isHidden: boolean, ...ids: string[]) {
  const json = { ids, action: { kind: 'setVisibility', isHidden } };
  return (await admin.call(api.changeGames, { json })).body;
}

async function search(client: Client, title: string): Promise<number> {
  return (await client.call(api.listGames, { query: { search: title } })).body.totalGames;
}

/** What everyone or a member may ask about a game: all such endpoints, so that none is forgotten. */
const aboutGames = Object.values<AnyEndpoint>(endpoints).filter(
  ({ path, access }) => path.startsWith('/api/games/:id') && access !== 'admin' && access !== 'contributor',
);

describe('a hidden game', () => {
  it('is not found by members at any address, nor is anything that belongs to it', async () => {
    const game = await createGame(app.services, admin);
    const extra = await addExtra(app.services, admin, game.id);
    const { body: cheat } = await addCheat(admin, game.id);
    const addresses = aboutGames.map(({ method, path }) => ({
      method,
      address: path
        .replace(':id', game.id)
        .replace(':platform', game.platform)
        .replace(':extraId', extra._id)
        .replace(':cheatId', cheat._id),
    }));
    expect(addresses.length).toBeGreaterThan(8);
    const ask = (client: Client, { method, address }: (typeof addresses)[number], number: number) =>
      client.fetch(address, {
        method,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ downloadId: `hidden-${number}` }),
        }),
      });
    const { url } = await getTicket(member, game);
    await setHidden(true, game.id);
    for (const [number, one] of addresses.entries()) {
      const answer = await ask(member, one, number);
      const { code } = JSON.parse(await answer.text());
      expect([one.address, answer.status, code]).toEqual([one.address, 404, 'not_found']);
      expect((await ask(admin, one, number)).status, one.address).not.toBe(500);
    }
    expect((await app.visitor.call(api.getGame, { params: { id: game.id } })).status).not.toBe(200);
    expect((await admin.call(api.getGame, { params: { id: game.id } })).body.isHidden).toBe(true);
    const { body: history } = await member.call(api.myActivity);
    expect(JSON.stringify(history)).toContain(game.title);
    expect(JSON.stringify(history)).not.toContain(game.id);
    // A download that has begun may finish (tickets.dialect.test.ts).
    expect((await app.visitor.fetch(url)).status).toBe(404);
    await setHidden(false, game.id);
    expect((await member.call(api.getGame, { params: { id: game.id } })).body.isHidden).toBe(false);
  });

  it('is missing in the catalogue and its filters, and listed for admins', async () => {
    const { id, title } = await createGame(app.services, admin, { title: 'Ábaco', platform: 'Xbox' });
    await admin.call(api.editGame, { params: { id }, json: { revision: 1, genres: ['Counting'] } });
    expect(await search(member, title)).toBe(1);
    await setHidden(true, id);
    for (const client of [member, admin]) {
      expect(await search(client, title)).toBe(0);
      const { body: filters } = await client.call(api.gameFilters);
      expect([filters.genres, filters.platforms]).not.toContainEqual(expect.arrayContaining(['Counting']));
      expect(filters.platforms).not.toContain('Xbox');
      const { body } = await client.call(api.gameLetters, { query: { sort: 'titleAsc' } });
      expect(body.letters.map(({ letter }: { letter: string }) => letter)).not.toContain('A');
    }
    const listed = async (visibility: string) => {
      const { body } = await admin.call(api.listAdminGames, { query: { search: title, visibility } });
      return body.games.map(({ isHidden }: { isHidden: boolean }) => isHidden);
    };
    expect([await listed(''), await listed('hidden'), await listed('visible')]).toEqual([[true], [true], []]);
    const { change, unchanged } = await setHidden(false, id);
    expect([change.kind, change.to, unchanged]).toEqual(['setVisibility', 'visible', 0]);
    expect(await search(member, title)).toBe(1);
    expect((await setHidden(false, id)).unchanged).toBe(1);
    await admin.call(api.undoBulkChange, { params: { id: change._id } });
    expect(await search(member, title)).toBe(0);
  });

  it('does not count as edited by a person, and keeps what a person has set', async () => {
    const { id } = await createGame(app.services, admin);
    await setHidden(true, id);
    const { body } = await admin.call(api.getGame, { params: { id } });
    expect(body).toMatchObject({ isHidden: true, editedFields: [] });
  });

  it('is announced when it is shown, not before', async () => {
    await setFrequency(app, 'immediate');
    await app.services.digests.run();
    const before = (await listDigestMails(app)).length;
    const [shown = '', hidden = ''] = await addNewGames(app, 'Shown at once', 'Shown later');
    await setHidden(true, hidden);
    const runAt = (minutes: number) =>
      runDigestsAt(app, new Date(app.clock.now().getTime() + minutes * 60_000));
    for (let minutes = 0; minutes < 60; minutes += 10) await runAt(10);
    const gamesSince = async () => (await listDigestMails(app)).slice(before).flatMap(({ games }) => games);
    expect(await gamesSince()).toContain(shown);
    expect(await gamesSince()).not.toContain(hidden);
    await setHidden(false, hidden);
    for (let minutes = 0; minutes < 60; minutes += 10) await runAt(10);
    expect(await gamesSince()).toContain(hidden);
  });
});
