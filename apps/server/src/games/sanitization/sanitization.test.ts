// Sanitization rules over HTTP: editing and ordering rules, applying them to titles, and previews.
import { api } from '@cellar/contract/api.ts';
import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { columnsOf } from '#db/columns.ts';
import { createSanitizationRules } from '#db/migrations/0006-sanitization-rules.ts';
import { buildApp } from '#test/build-app.ts';
import { addEntries } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

interface Rule {
  _id: string;
  find: string;
  replace: string;
  description: string;
  order: number;
}

const defaults = exampleRules.filter(({ isDefault }) => isDefault);

const app = sharedApp();
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  await app.services.database.db.deleteFrom('sanitizationRules').execute();
  await app.services.database.db.deleteFrom('games').execute();
});

async function add(find: string, replace = '', description = `finds ${find}`): Promise<Rule> {
  const { status, body } = await admin.call(api.addRule, { json: { find, replace, description } });
  expect(status, body.message).toBe(201);
  return body;
}

const list = async (): Promise<Rule[]> => (await admin.call(api.listRules)).body.rules;
const places = async () => (await list()).map(({ find, order }) => `${order} ${find}`);
const lastAction = async () => {
  const { body } = await admin.call(api.listAudit);
  const { action, actor, subject } = body.entries[0];
  return { action, isOwn: actor === admin.account?.email, subject };
};

describe('a new library', () => {
  it('has the default rules, unlike a library that was in use before rules existed', async () => {
    const fresh = await buildApp();
    const { db, dialect } = fresh.services.database;
    const stored = () => db.selectFrom('sanitizationRules').selectAll().orderBy('order').execute();
    const texts = ({ find, replace, description }: Omit<Rule, '_id' | 'order'>) => [
      find,
      replace,
      description,
    ];
    const seeded = await stored();
    expect(seeded.map(texts)).toEqual(defaults.map(texts));
    expect(seeded.map(({ order }) => order)).toEqual(defaults.map((_, index) => index + 1));

    await fresh.as('admin');
    await db.schema.dropTable('sanitizationRules').execute();
    await createSanitizationRules(db as Kysely<unknown>, columnsOf(dialect));
    expect(await stored()).toEqual([]);
    await fresh.close();
  });
});

describe('adding a rule', () => {
  it('appends it to the others and stores it unchanged', async () => {
    const first = await add(' _+ ', ' $1 ', '  Underscores  ');
    expect(first).toMatchObject({ find: ' _+ ', replace: ' $1 ', description: 'Underscores', order: 1 });
    expect(await lastAction()).toEqual({ action: 'rule_added', isOwn: true, subject: 'Underscores' });
    const { status, body } = await admin.call(api.addRule, { json: { find: 'b', description: 'x' } });
    expect({ status, replace: body.replace, order: body.order }).toEqual({
      status: 201,
      replace: '',
      order: 2,
    });
    expect(await list()).toEqual([first, body]);
  });

  it.each([
    ['no pattern', { find: '', description: 'x' }, 'find: is required'],
    ['no description', { find: 'a', description: ' ' }, 'description: is required'],
    ['an invalid pattern', { find: '[a', description: 'x' }, 'find: has a [ without a closing ]'],
    ['a lookahead', { find: 'a(?=b)', description: 'x' }, 'find: uses lookahead, lookbehind or another'],
    [
      'a pattern that is too long',
      { find: 'a'.repeat(801), description: 'x' },
      'find: must not be longer than 800',
    ],
    ['a pattern that is too complex', { find: 'a{900}', description: 'x' }, 'find: is too complex'],
    [
      'a replacement that is too long',
      { find: 'a', replace: 'a'.repeat(201), description: 'x' },
      'replace: must not',
    ],
    ['a control character', { find: 'a', replace: '\u0000', description: 'x' }, 'replace: must not contain'],
    ['a lone surrogate', { find: '\uD800', description: 'x' }, 'find: must be well-formed'],
    ['a pattern that is not text', { find: 5, description: 'x' }, 'find: '],
  ])('refuses %s', async (_, json, message) => {
    const { status, body } = await admin.call(api.addRule, { json });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
    expect(body.message).toContain(message);
    expect(body.issues[0].path).toBe(message.split(':')[0]);
    expect(await list()).toEqual([]);
  });

  it('refuses the hundredth, also with concurrent requests', async () => {
    for (let count = 0; count < 95; count += 1) await add(`x${count}`);
    const json = { find: 'y', description: 'y' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.call(api.addRule, { json })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_rules',
      message: 'There can be 99 rules at most. Delete one first.',
    });
    expect((await list()).map(({ order }) => order)).toEqual(Array.from({ length: 99 }, (_, at) => at + 1));
  });

  it('adds a rule after one with number 99', async () => {
    const { _id } = await add('a');
    await admin.call(api.reorderRules, { json: { rules: [{ _id, order: 99 }] } });
    await add('b');
    expect(await places()).toEqual(['1 a', '2 b']);
  });
});

describe('changing a rule', () => {
  it('does not change its position', async () => {
    await add('a');
    const { _id } = await add('b');
    await add('c');
    const json = { find: 'B', replace: '$&', description: 'changed' };
    const { status, body } = await admin.call(api.changeRule, { params: { id: _id }, json });
    expect({ status, body }).toEqual({ status: 200, body: { _id, ...json, order: 2 } });
    expect(await places()).toEqual(['1 a', '2 B', '3 c']);
    expect(await lastAction()).toEqual({ action: 'rule_changed', isOwn: true, subject: 'changed' });
  });

  it('refuses an invalid pattern and an unknown rule', async () => {
    const { _id } = await add('a');
    const bad = { find: '(', description: 'x' };
    expect((await admin.call(api.changeRule, { params: { id: _id }, json: bad })).status).toBe(400);
    const good = { find: 'b', description: 'x' };
    expect((await admin.call(api.changeRule, { params: { id: 'nothing' }, json: good })).status).toBe(404);
    expect(await places()).toEqual(['1 a']);
  });
});

describe('deleting a rule', () => {
  it('closes the gap, and answers 404 the second time', async () => {
    await add('a');
    const { _id } = await add('b');
    await add('c');
    const { status, body } = await admin.call(api.deleteRule, { params: { id: _id } });
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Rule deleted successfully' } });
    expect(await places()).toEqual(['1 a', '2 c']);
    expect(await lastAction()).toEqual({ action: 'rule_deleted', isOwn: true, subject: 'finds b' });
    expect((await admin.call(api.deleteRule, { params: { id: _id } })).status).toBe(404);
  });
});

describe('reordering rules', () => {
  it('determines the order in which rules are applied', async () => {
    const [a, b] = [await add('a', 'b'), await add('b', 'c')];
    const sanitized = async () =>
      (await admin.call(api.sanitizeTitle, { query: { title: 'ab' } })).body.sanitizedTitle;
    expect(await sanitized()).toBe('cc');
    const json = {
      rules: [
        { _id: a._id, order: 20 },
        { _id: b._id, order: 10 },
      ],
    };
    const { status, body } = await admin.call(api.reorderRules, { json });
    expect(status).toBe(200);
    expect(body.rules).toEqual([
      { ...b, order: 10 },
      { ...a, order: 20 },
    ]);
    expect(await list()).toEqual(body.rules);
    expect(await sanitized()).toBe('bc');
    expect(await lastAction()).toEqual({ action: 'rules_reordered', isOwn: true, subject: null });
  });

  it('can be taken back with all other changes: a reset brings the rules of a new library', async () => {
    await add('a');
    const { status, body } = await admin.call(api.resetRules);
    expect(status).toBe(200);
    const expected = defaults.map(({ find, replace, description }, index) => ({
      _id: expect.any(String),
      ...{ find, replace, description, order: index + 1 },
    }));
    expect(body.rules).toEqual(expected);
    expect(await list()).toEqual(expected);
    expect(await lastAction()).toEqual({ action: 'rules_reset', isOwn: true, subject: null });
  });

  it('keeps the order of the others, and separates two rules with one number', async () => {
    await add('a');
    await add('b');
    const c = await add('c');
    await admin.call(api.reorderRules, { json: { rules: [{ _id: c._id, order: 1 }] } });
    expect(await places()).toEqual(['1 a', '2 c', '3 b']);
  });

  it.each([
    ['nothing', 400, () => []],
    ['a number above 99', 400, (_id: string) => [{ _id, order: 100 }]],
    ['a number below 1', 400, (_id: string) => [{ _id, order: 0 }]],
    ['a fraction', 400, (_id: string) => [{ _id, order: 1.5 }]],
    [
      'a rule twice',
      400,
      (_id: string) => [
        { _id, order: 5 },
        { _id, order: 6 },
      ],
    ],
    [
      'a deleted rule',
      404,
      (_id: string) => [
        { _id, order: 5 },
        { _id: 'gone', order: 6 },
      ],
    ],
  ])('refuses %s', async (_, expected, rules) => {
    const { _id } = await add('a');
    const { status } = await admin.call(api.reorderRules, { json: { rules: rules(_id) } });
    expect(status).toBe(expected);
    expect(await places()).toEqual(['1 a']);
  });
});

describe('sanitizing a title', () => {
  it('lists what each rule changed', async () => {
    const rule = await add('[._]+', ' ', 'Separators');
    await add('nothing of this');
    const { status, body } = await admin.call(api.sanitizeTitle, { query: { title: ' Some_Game.. ' } });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        title: 'Some_Game..',
        sanitizedTitle: 'Some Game',
        steps: [{ _id: rule._id, description: 'Separators', result: 'Some Game ' }],
        isTooSlow: false,
      },
    });
  });

  it('works without rules', async () => {
    const { body } = await admin.call(api.sanitizeTitle, { query: { title: 'Some_Game' } });
    expect(body).toMatchObject({ sanitizedTitle: 'Some_Game', steps: [] });
  });

  it.each([
    ['', 400],
    ['   ', 400],
    ['\u0000', 400],
    ['../..', 400],
    ['a'.repeat(301), 400],
    ['a'.repeat(300), 200],
  ])('of %j returns status %i', async (title, expected) => {
    expect((await admin.call(api.sanitizeTitle, { query: { title } })).status).toBe(expected);
  });
});

describe('a preview', () => {
  const preview = async (json: unknown) => (await admin.call(api.previewRules, { json })).body;

  it('applies a draft of stored and new rules without storing it', async () => {
    const [a, b] = [await add('a', 'b'), await add('b', 'c')];
    const rules = [{ find: 'x', replace: 'a' }, { _id: b._id }, { _id: a._id }];
    expect(await preview({ rules, titles: ['x', 'abc', 'z'] })).toEqual({
      problems: [],
      titles: [
        {
          title: 'x',
          sanitizedTitle: 'b',
          steps: [
            { index: 0, result: 'a' },
            { index: 2, result: 'b' },
          ],
          isTooSlow: false,
        },
        {
          title: 'abc',
          sanitizedTitle: 'bcc',
          steps: [
            { index: 1, result: 'acc' },
            { index: 2, result: 'bcc' },
          ],
          isTooSlow: false,
        },
        { title: 'z', sanitizedTitle: 'z', steps: [], isTooSlow: false },
      ],
    });
    expect(await list()).toEqual([a, b]);
  });

  it('reports invalid rules and applies the others', async () => {
    const rules = [{ find: '[' }, { find: 'a', replace: 'b' }, { find: '(?=a)' }];
    const body = await preview({ rules, titles: ['a'] });
    expect(body.problems).toEqual([
      { index: 0, reason: 'bracket', message: 'has a [ without a closing ]' },
      { index: 2, reason: 'lookaround', message: expect.stringContaining('lookahead') },
    ]);
    expect(body.titles[0]).toMatchObject({ sanitizedTitle: 'b', steps: [{ index: 1, result: 'b' }] });
  });

  it('omits deleted rules', async () => {
    const rules = [{ _id: 'gone' }, { find: 'a', replace: 'b' }];
    const body = await preview({ rules, titles: ['a'] });
    expect(body.titles[0].steps).toEqual([{ index: 1, result: 'b' }]);
  });

  it('applies the stored rules if the request has none', async () => {
    await add('a', 'b');
    expect((await preview({ titles: ['a'] })).titles[0].sanitizedTitle).toBe('b');
    expect((await preview({ rules: [], titles: ['a'] })).titles[0].sanitizedTitle).toBe('a');
  });

  it('lists the changes in the library in pages', async () => {
    const titles = Array.from({ length: 25 }, (_, at) => `Game_${String(at).padStart(2, '0')}`);
    const ids = await addEntries(
      app.services,
      [...titles, 'Stays'].map((title) => ({ title })),
    );
    const json = { rules: [{ find: '_', replace: ' ' }], library: { page: 3, limit: 10 } };
    const { library } = await preview(json);
    expect(library).toMatchObject({ totalChanges: 25, checkedGames: 26, totalGames: 26, isComplete: true });
    expect(library).toMatchObject({ currentPage: 3, totalPages: 3 });
    expect(library.changes).toEqual(
      [20, 21, 22, 23, 24].map((at) => ({ _id: ids[at], title: `Game_${at}`, sanitizedTitle: `Game ${at}` })),
    );
    const { games } = (await admin.call(api.listGames, { query: { limit: 100 } })).body;
    expect(games.map(({ title }: { title: string }) => title).toSorted()).toEqual([...titles, 'Stays']);
  });

  it('counts each of more than a thousand games once', async () => {
    const entries = Array.from({ length: 2345 }, (_, at) => ({ title: `Game_${at}` }));
    for (let from = 0; from < entries.length; from += 500)
      await addEntries(app.services, entries.slice(from, from + 500));
    const { library } = await preview({ rules: [{ find: '_', replace: ' ' }], library: {} });
    expect(library).toMatchObject({
      totalChanges: 2345,
      checkedGames: 2345,
      isComplete: true,
      totalPages: 47,
    });
    expect(library.changes).toHaveLength(50);
  });

  it('with expensive rules does not block other requests, and reports that it is incomplete', async () => {
    const titles = Array.from({ length: 3000 }, (_, at) => ({ title: `${'a'.repeat(190)}${at}` }));
    for (let from = 0; from < titles.length; from += 500)
      await addEntries(app.services, titles.slice(from, from + 500));
    const rules = Array.from({ length: 99 }, () => ({ find: '(\\pL?){90}x|', replace: '$1$1' }));
    let isDone = false;
    const slow = preview({ rules, library: {} }).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      expect((await app.visitor.call(api.health)).status).toBe(200);
      answered += 1;
    }
    const { library } = await slow;
    expect(library.isComplete).toBe(false);
    expect(library.checkedGames).toBeLessThan(3000);
    // If the preview blocked the server, it would answer at most two requests.
    expect(answered).toBeGreaterThan(2);
  });

  it.each([
    ['100 rules', { rules: Array.from({ length: 100 }, () => ({ find: 'a' })) }, 400],
    ['21 titles', { titles: Array.from({ length: 21 }, () => 'a') }, 400],
    ['no list', { rules: 'a' }, 400],
    ['page 0', { library: { page: 0 } }, 400],
  ])('is refused with %s', async (_, json, expected) => {
    expect((await admin.call(api.previewRules, { json })).status).toBe(expected);
  });
});
