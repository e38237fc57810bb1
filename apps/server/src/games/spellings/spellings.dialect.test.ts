// Merging the spellings of genres and companies, and the rules that keep the spelling when later metadata has another one.
import { api } from '@cellar/contract/api.ts';
import type { Spelling } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import type { Answer } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('games').execute();
  await db.deleteFrom('spellingRules').execute();
});

interface Facts {
  genres?: string[];
  developer?: string;
  publisher?: string;
}

async function addGame(title: string, { genres = [], ...companies }: Facts): Promise<string> {
  const [id = ''] = await addEntries(app.services, [{ title: `${title} ${newId()}`, genres }]);
  await app.services.database.db
    .updateTable('games')
    .set({ developer: null, ...companies })
    .where('id', '=', id)
    .execute();
  return id;
}

async function factsOf(id: string): Promise<Facts> {
  const { genres, developer, publisher } = (await admin.call(api.getGame, { params: { id } })).body;
  return { genres, developer, publisher };
}

function merge(json: object): Promise<Answer> {
  return admin.call(api.mergeSpellings, { json });
}

async function rules(): Promise<object> {
  const { body } = await admin.call(api.listSpellingRules);
  return Object.fromEntries(
    body.rules.map(({ spelling, value }: { spelling: string; value: string }) => [spelling, value]),
  );
}

async function list(query: Record<string, string>) {
  return (await admin.call(api.listSpellings, { query })).body;
}

it('lists spellings by the number of their games, and suggests those that mean one thing', async () => {
  await addGame('A', { genres: ['RPG', 'Puzzle'], developer: 'Id Software', publisher: 'Id Software, Inc.' });
  await addGame('B', { genres: ['Role-playing'], developer: 'Id Software' });
  await addGame('C', { genres: ['RPG'] });
  const genres = await list({ kind: 'genre' });
  expect(genres.values).toEqual([
    { value: 'RPG', games: 2 },
    { value: 'Puzzle', games: 1 },
    { value: 'Role-playing', games: 1 },
  ]);
  const names = (groups: Spelling[][]) => groups.map((group) => group.map(({ value }) => value));
  expect(names(genres.suggestions)).toEqual([['RPG', 'Role-playing']]);
  const companies = await list({ kind: 'company' });
  expect(names(companies.suggestions)).toEqual([['Id Software', 'Id Software, Inc.']]);
  expect(await list({ kind: 'genre', search: 'PLÁY' })).toEqual({
    ...{ values: [{ value: 'Role-playing', games: 1 }], total: 1, suggestions: [] },
  });
});

it('merges genres without marking them as set by a person, and undoes it', async () => {
  const both = await addGame('Both', { genres: ['Role-playing', 'Puzzle', 'RPG'] });
  const one = await addGame('One', { genres: ['Role-playing (RPG)'] });
  const json = { kind: 'genre', values: ['RPG', 'Role-playing (RPG)', 'Role-playing'], keep: 'Role-playing' };
  const preview = await admin.call(api.previewMerge, { json });
  expect(preview.body).toEqual({
    games: 2,
    titles: [expect.stringMatching('Both'), expect.stringMatching('One')],
  });
  const { body } = await merge(json);
  expect(body).toMatchObject({ changed: 2, change: { kind: 'mergeGenres', to: 'Role-playing' } });
  expect((await factsOf(both)).genres).toEqual(['Role-playing', 'Puzzle']);
  expect((await factsOf(one)).genres).toEqual(['Role-playing']);
  const { body: game } = await admin.call(api.getGame, { params: { id: one } });
  expect(game).toMatchObject({ editedFields: [], revision: 2 });
  expect(await rules()).toEqual({ RPG: 'Role-playing', 'Role-playing (RPG)': 'Role-playing' });

  const undone = await admin.call(api.undoBulkChange, { params: { id: body.change._id } });
  expect(undone.body).toMatchObject({ changed: 2, skipped: 0 });
  expect((await factsOf(both)).genres).toEqual(['Role-playing', 'Puzzle', 'RPG']);
  expect(await rules()).toEqual({});
});

it('merges companies that develop and publish, and undoes each fact on its own', async () => {
  const id = await addGame('Game', { developer: 'Sierra On-Line, Inc.', publisher: 'Sierra On-Line, Inc.' });
  const { body } = await merge({ kind: 'company', values: ['Sierra On-Line, Inc.'], keep: 'Sierra' });
  expect(await factsOf(id)).toMatchObject({ developer: 'Sierra', publisher: 'Sierra' });
  await admin.call(api.editGame, { params: { id }, json: { developer: 'Other' } });
  const undone = await admin.call(api.undoBulkChange, { params: { id: body.change._id } });
  expect(undone.body).toMatchObject({ changed: 1, skipped: 1 });
  expect(await factsOf(id)).toMatchObject({ developer: 'Other', publisher: 'Sierra On-Line, Inc.' });
});

it('merges more games than one step takes', async () => {
  const entries = Array.from({ length: 450 }, () => ({ title: newId(), genres: ['Shooter', 'FPS'] }));
  const ids = await addEntries(app.services, entries);
  const { body } = await merge({ kind: 'genre', values: ['FPS', 'Shooter'], keep: 'First-person' });
  expect(body.changed).toBe(450);
  expect((await factsOf(ids.at(-1) ?? '')).genres).toEqual(['First-person']);
  expect((await list({ kind: 'genre' })).total).toBe(1);
});

it('gives later metadata the kept spelling, until the rule is deleted', async () => {
  const { respell } = app.services.spellingRules;
  await merge({ kind: 'genre', values: ['RPG'], keep: 'Roleplay' });
  await merge({ kind: 'genre', values: ['Roleplay'], keep: 'Role-playing' });
  expect(await rules()).toEqual({ RPG: 'Role-playing', Roleplay: 'Role-playing' });
  const brought = { genres: ['rpg', 'Action', 'Role-playing'], developer: 'RPG', publisher: null };
  expect(await respell(brought)).toEqual({ ...brought, genres: ['Role-playing', 'Action'] });
  // Keeping a spelling ends the rule that replaced it.
  await merge({ kind: 'genre', values: ['Role-playing'], keep: 'RPG' });
  expect(await rules()).toEqual({ Roleplay: 'RPG', 'Role-playing': 'RPG' });

  const { body } = await admin.call(api.listSpellingRules);
  for (const { _id } of body.rules) {
    const answer = await admin.call(api.deleteSpellingRule, { params: { id: _id } });
    expect(answer.status).toBe(200);
  }
  expect((await respell(brought)).genres).toEqual(['rpg', 'Action', 'Role-playing']);
  const again = await admin.call(api.deleteSpellingRule, { params: { id: body.rules[0]._id } });
  expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('refuses members and invalid merges, and adds no rule if it should not', async () => {
  const json = { kind: 'genre', values: ['A'], keep: 'B' };
  const member = await app.as('member');
  expect((await member.call(api.mergeSpellings, { json })).status).toBe(403);
  for (const part of [
    { kind: 'title' },
    { values: [] },
    { keep: '' },
    { values: ['B'] },
    { keep: 'x'.repeat(101) },
  ]) {
    const { status, body } = await merge({ ...json, ...part });
    expect([status, body.code], JSON.stringify(part)).toEqual([400, 'validation_failed']);
  }
  const nothing = await merge({ ...json, remember: false });
  expect(nothing.body).toMatchObject({ change: null, changed: 0 });
  expect(await rules()).toEqual({});
});
