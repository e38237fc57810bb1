// LAN nights: answers, and who has downloaded which of the games.
import { api } from '@cellar/contract/api.ts';
import type { LanNight, NightGames } from '@cellar/contract/club/collections.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { addDownloads } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';

let host: Client;
let guest: Client;
let stranger: Client;
const titles = ['Alpha', 'Beta', 'Gamma'];
let ids: string[];
let id: string;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();

async function named(name: string): Promise<Client> {
  const client = await app.as('member');
  await app.services.database.db
    .updateTable('users')
    .set({ name })
    .where('id', '=', client.account?.id ?? '')
    .execute();
  return client;
}

const app = sharedApp();

beforeAll(async () => {
  ids = await addEntries(
    app.services,
    titles.map((title) => ({ title, platforms: ['Windows'] })),
  );
});
beforeEach(async () => {
  await app.services.database.db.deleteFrom('collections').execute();
  [host, guest, stranger] = [await named('Hanna'), await named('Gus'), await named('Stella')];
  const json = { name: 'LAN', isShared: true, startsAt: inDays(5), place: 'The cellar', games: ids };
  id = (await host.call(api.createCollection, { json })).body._id;
});

const answer = (client: Client, given: string | null) =>
  client.call(api.answerNight, { params: { id }, json: { answer: given } });
const night = async (client: Client): Promise<LanNight> =>
  (await client.call(api.getNight, { params: { id } })).body;
const games = async (client: Client): Promise<NightGames> =>
  (await client.call(api.listNightGames, { params: { id } })).body;
const owners = async (client: Client) =>
  (await games(client)).games.map(({ title, owners, isYours }) => [title, owners, isYours]);
const download = (client: Client, title: string, more: object = {}) =>
  addDownloads(app.services, client, [{ gameId: ids[titles.indexOf(title)] ?? '', ...more }]);
const change = (json: object) => host.call(api.changeCollection, { params: { id }, json });

describe('a LAN night', () => {
  it('lists those who come, and counts those who can’t', async () => {
    expect(await night(guest)).toEqual({
      ...{ guests: [], absent: 0, answer: null, isOver: false, isTracked: true, missing: ids },
    });
    expect((await answer(host, 'coming')).status).toBe(200);
    expect((await answer(guest, 'coming')).body.answer).toBe('coming');
    await answer(stranger, 'not_coming');
    expect(await night(guest)).toMatchObject({
      guests: [
        { name: 'Hanna', isYou: false },
        { name: 'Gus', isYou: true },
      ],
      absent: 1,
      answer: 'coming',
    });
    const { body } = await guest.call(api.getCollection, { params: { id } });
    expect(body).toMatchObject({ coming: 2, answer: 'coming', place: 'The cellar' });
    await answer(guest, 'not_coming');
    await answer(stranger, null);
    expect(await night(stranger)).toMatchObject({ guests: [{ name: 'Hanna' }], absent: 1, answer: null });
  });

  it('shows what guests have downloaded, and of nobody else', async () => {
    await download(host, 'Alpha');
    await download(guest, 'Alpha');
    await download(guest, 'Beta');
    await download(stranger, 'Gamma');
    await answer(host, 'coming');
    expect(await owners(guest)).toEqual([
      ['Alpha', ['Hanna'], true],
      ['Beta', [], true],
      ['Gamma', [], false],
    ]);
    await answer(guest, 'coming');
    expect(await owners(host)).toEqual([
      ['Alpha', ['Gus'], true],
      ['Beta', ['Gus'], false],
      ['Gamma', [], false],
    ]);
    expect((await night(guest)).missing).toEqual([ids[2]]);
    await answer(guest, 'not_coming');
    expect(await owners(host)).toEqual([
      ['Alpha', [], true],
      ['Beta', [], false],
      ['Gamma', [], false],
    ]);
  });

  it('counts only completed downloads of whole games that are recorded with their member', async () => {
    await answer(guest, 'coming');
    await download(guest, 'Alpha', { status: 'failed' });
    await download(guest, 'Alpha', { extraName: 'Map pack' });
    await download(guest, 'Alpha', { singleFileId: 'part' });
    await download(guest, 'Beta', { hiddenAt: inDays(0) });
    await download(guest, 'Beta', { anonymous: 1 });
    expect((await owners(host)).map(([, names]) => names)).toEqual([[], [], []]);
    expect((await night(guest)).missing, 'the member knows more').toEqual([ids[0], ids[2]]);
    const admin = await app.as('admin');
    await download(guest, 'Gamma');
    expect((await owners(host))[2]).toEqual(['Gamma', ['Gus'], false]);
    await admin.call(api.updateSettings, { json: { usageStatistics: { trackUserActivity: false } } });
    expect((await night(host)).isTracked).toBe(false);
    expect((await owners(host))[2]).toEqual(['Gamma', [], false]);
    await admin.call(api.updateSettings, { json: { usageStatistics: { trackUserActivity: true } } });
  });

  it('that is over takes no answers and shows nobody’s downloads', async () => {
    await download(guest, 'Alpha');
    await answer(guest, 'coming');
    await change({ startsAt: inDays(-1) });
    expect(await night(host)).toMatchObject({ isOver: true, guests: [{ name: 'Gus' }] });
    expect((await owners(host))[0]).toEqual(['Alpha', [], false]);
    const { status, body } = await answer(host, 'coming');
    expect([status, body.code]).toEqual([409, 'night_over']);
    expect((await answer(guest, null)).status).toBe(200);
  });

  it('that is held again after it was over has to be answered again', async () => {
    await answer(guest, 'coming');
    await change({ startsAt: inDays(6) });
    expect((await night(host)).guests, 'of a night that is only moved').toHaveLength(1);
    await change({ startsAt: inDays(-1) });
    await change({ startsAt: inDays(30) });
    expect((await night(host)).guests).toEqual([]);
  });

  it('that is postponed by more than three days has to be answered again', async () => {
    await answer(guest, 'coming');
    await change({ startsAt: inDays(7.5) });
    await change({ startsAt: inDays(3) });
    expect((await night(host)).guests, 'of a night that is only moved').toHaveLength(1);
    await change({ startsAt: inDays(6.5) });
    expect((await night(host)).guests).toEqual([]);
  });

  it('that is not shared any more keeps only the answer of its owner', async () => {
    await answer(host, 'coming');
    await answer(guest, 'coming');
    await change({ isShared: false });
    expect((await night(host)).guests).toMatchObject([{ name: 'Hanna' }]);
  });

  it('ends with its date, and its answers with it', async () => {
    await answer(guest, 'coming');
    await change({ startsAt: null });
    for (const call of [api.getNight, api.listNightGames]) {
      expect((await guest.call(call, { params: { id } })).status).toBe(404);
    }
    expect((await answer(guest, 'coming')).status).toBe(404);
    await change({ startsAt: inDays(1) });
    expect((await night(guest)).guests).toEqual([]);
  });

  it('of another member is found only if it is shared', async () => {
    await change({ isShared: false });
    expect((await guest.call(api.getNight, { params: { id } })).status).toBe(404);
    expect((await guest.call(api.listNightGames, { params: { id } })).status).toBe(404);
    expect((await answer(guest, 'coming')).status).toBe(404);
    expect((await answer(host, 'coming')).status).toBe(200);
  });

  it('has room for a hundred guests', async () => {
    const { db } = app.services.database;
    const { passwordHash } = await db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow();
    const rows = Array.from({ length: limits.nightGuests }, (_, at) => ({
      ...{ id: `crowd${at}`, email: `crowd${at}@cellar.example`, name: `Guest ${at}`, passwordHash },
      ...{ createdAt: inDays(0), role: 'member' as const },
    }));
    await db.insertInto('users').values(rows).execute();
    const given = (userId: string) => ({
      collectionId: id,
      userId,
      answer: 'coming' as const,
      answeredAt: inDays(0),
    });
    await db
      .insertInto('nightAnswers')
      .values(rows.map((row) => given(row.id)))
      .execute();
    const { status, body } = await answer(guest, 'coming');
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect((await answer(guest, 'not_coming')).status).toBe(200);
  });

  it('can be a smart collection', async () => {
    const json = { name: 'Smart', startsAt: inDays(1), filter: { search: 'alpha' } };
    id = (await host.call(api.createCollection, { json })).body._id;
    expect((await night(host)).missing).toEqual([ids[0]]);
    expect(await owners(host)).toEqual([['Alpha', [], false]]);
  });

  it.each([{}, { answer: 'maybe' }, { answer: true }])('takes no answer such as %j', async (json) => {
    expect((await guest.call(api.answerNight, { params: { id }, json })).status).toBe(400);
  });
});
