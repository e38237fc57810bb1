// What each format sends, including hostile titles, and the signature as docs/webhooks.md explains it.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { type Language, languages } from '@cellar/contract/people/accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import {
  addWebhook,
  happen,
  type ReceivedWebhook,
  signingSecret,
  startReceiver,
  type WebhookReceiver,
} from '#test/webhooks.ts';
import { type AnnouncedGame, type DataOf, webhookTexts } from './message.ts';

const hostile = '@everyone <!channel> [free](https://evil.example) *x* & <@1>';
const site = 'Our Shelf';
const publicUrl = 'https://games.example.org';

let app: TestApp;
let admin: Client;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_PRIVATE_ADDRESSES: 'allow', PUBLIC_URL: publicUrl, SITE_NAME: site };
  app = await buildApp({ env });
  admin = await app.as('admin');
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

async function withWebhook(path: string, changes: object): Promise<void> {
  const events = [
    'new_games',
    'game_requested',
    'backup_failed',
    'upload_failed',
    'access_waiting',
    'storage_low',
    'threat_found',
  ];
  const secret = { discord: undefined, slack: undefined }[(changes as { format: string }).format];
  const id = await addWebhook(admin, receiver.url + path, {
    events,
    ...('secret' in changes ? {} : { secret }),
    ...changes,
  });
  onTestFinished(async () => {
    await admin.call(api.deleteWebhook, { params: { id } });
  });
}

const game = (title: string, changes: Partial<AnnouncedGame> = {}): AnnouncedGame => ({
  ...{ id: 'game-1', title, url: `${publicUrl}/game/game-1`, platforms: ['Windows', 'Linux'] },
  ...{ year: '1994', developer: 'Sample & Co', cover: null, ...changes },
});

async function announce(news: DataOf<'new_games'>): Promise<ReceivedWebhook> {
  const { database, webhooks } = app.services;
  await database.db.transaction().execute((trx) => webhooks.enqueue(trx, 'new_games', news));
  await webhooks.deliverDue();
  const [received, ...others] = receiver.received;
  expect(others).toEqual([]);
  if (!received) throw new Error('nothing was received');
  return received;
}

describe('Discord', () => {
  it('gets an embed with title, facts, cover and color, and notifies nobody', async () => {
    await withWebhook('/api/webhooks/1/token', { format: 'discord' });
    const cover = `${publicUrl}/api/artwork/1.webp`;
    const { body, path } = await announce({ count: 1, games: [game('Outpost', { cover })] });
    expect([path, body]).toEqual([
      '/api/webhooks/1/token',
      {
        allowed_mentions: { parse: [] },
        embeds: [
          {
            ...{ title: 'New in Our Shelf\\: Outpost', url: `${publicUrl}/game/game-1`, color: 0xf5a623 },
            ...{ description: 'Windows, Linux · 1994 · Sample \\& Co', thumbnail: { url: cover } },
          },
        ],
      },
    ]);
  });

  it('gets one message for 500 games, within its limits, without markup from titles', async () => {
    await withWebhook('/', { format: 'discord' });
    const cover = `${publicUrl}/api/artwork/1.webp`;
    const games = Array.from({ length: 10 }, () => game(`${hostile} ${'#'.repeat(140)}`, { cover }));
    const { body } = await announce({ count: 500, games });
    expect(body.embeds).toHaveLength(10);
    expect(body.embeds[0].title).toBe('500 new games in Our Shelf');
    expect(body.embeds[0].description).toContain('and 490 more');
    const texts = body.embeds.flatMap(({ title, description = '' }: Record<string, string>) => [
      title,
      description,
    ]);
    expect(texts.join('').length).toBeLessThan(6000);
    const shown = body.embeds[1].title;
    expect(shown).toContain('\\@everyone \\<\\!channel\\> \\[free\\]\\(https\\://evil.example\\) \\*x\\*');
    // Every mark of Markdown has a backslash.
    expect(shown.replace(/\\./g, '')).not.toMatch(/[*_~`[\]()<>@#|]/);
  });
});

describe('Slack', () => {
  it('gets blocks whose texts have no markup, and an escaped text', async () => {
    await withWebhook('/services/T/B/x', { format: 'slack' });
    const { body } = await announce({ count: 12, games: [game('Outpost'), game(hostile)] });
    const [header, rich] = body.blocks;
    expect(header.text).toEqual({ type: 'plain_text', text: '12 new games in Our Shelf', emoji: false });
    const [list, more, link] = rich.elements;
    expect(list.elements[0].elements).toEqual([
      { type: 'link', url: `${publicUrl}/game/game-1`, text: 'Outpost' },
      { type: 'text', text: ' (Windows, Linux · 1994 · Sample & Co)' },
    ]);
    expect(list.elements[1].elements[0]).toMatchObject({ type: 'link', text: hostile });
    expect(more.elements).toEqual([{ type: 'text', text: 'and 10 more' }]);
    expect(link.elements[0].url).toBe(`${publicUrl}/games?sort=recentlyAddedDesc`);
    expect(body).toMatchObject({ mrkdwn: false, unfurl_links: false });
    expect(body.text).toContain('@\u2060everyone &lt;!channel&gt;');
    expect(body.text).not.toMatch(/[<>]|@(?!\u2060)|&(?!amp;|lt;|gt;)/);
    expect(JSON.stringify(body.blocks)).not.toContain('mrkdwn');
  });
});

describe('ntfy', () => {
  it('gets JSON at its root, with topic, title, message, click, tags and priority', async () => {
    await withWebhook('/my-topic', { format: 'ntfy', secret: 'tk_sample' });
    await happen(app, `Disk <full> ${hostile}`);
    await app.services.webhooks.deliverDue();
    const [received] = receiver.received;
    expect([received?.path, received?.headers.authorization]).toEqual(['/', 'Bearer tk_sample']);
    expect(received?.body).toEqual({
      ...{ topic: 'my-topic', title: 'A backup of Our Shelf has failed', message: `Disk <full> ${hostile}` },
      ...{ click: `${publicUrl}/admin?tab=tools&section=backups`, priority: 4, tags: ['warning'] },
    });
  });

  it('gets no more than the 4,096 bytes that a message may have', async () => {
    await withWebhook('/base/topic', { format: 'ntfy', secret: undefined });
    const games = Array.from({ length: 10 }, () => game('👩‍👩‍👧‍👦'.repeat(200)));
    const { body, path, headers } = await announce({ count: 10, games });
    expect([path, headers.authorization]).toEqual(['/base/', undefined]);
    expect(Buffer.byteLength(body.message)).toBeLessThanOrEqual(4096);
  });
});

describe('Gotify', () => {
  it('gets its message with the token in a header, as plain text', async () => {
    await withWebhook('/gotify/', { format: 'gotify', secret: 'app-token' });
    const { body, path, headers } = await announce({ count: 1, games: [game(hostile)] });
    expect([path, headers['x-gotify-key']]).toEqual(['/gotify/message', 'app-token']);
    expect(body).toEqual({
      ...{ title: `New in Our Shelf: ${hostile}`, priority: 5 },
      message: `• ${hostile} (Windows, Linux · 1994 · Sample & Co)`,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: `${publicUrl}/game/game-1` } },
      },
    });
  });
});

describe('JSON', () => {
  it('has the documented shape', async () => {
    await withWebhook('/hook?key=1', { format: 'json', secret: signingSecret });
    const news = { count: 1, games: [game(hostile)] };
    const { body, path, headers } = await announce(news);
    expect(path).toBe('/hook?key=1');
    expect(body).toEqual({
      ...{ event: 'new_games', id: expect.any(String), createdAt: expect.any(String), data: news },
      ...{ title: `New in Our Shelf: ${hostile}`, text: '', url: `${publicUrl}/game/game-1` },
    });
    expect(headers['x-cellar-event']).toBe('new_games');
    expect(headers['x-cellar-delivery']).toBe(body.id);
    expect(headers['content-type']).toBe('application/json');
  });

  it('has a signature that the examples of the documentation verify', async () => {
    const docs = await readFile(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
    const example = (language: string) => docs.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
    await withWebhook('/', { format: 'json', secret: signingSecret });
    const { headers, raw } = await announce({ count: 1, games: [game('Zoë’s 游戏')] });
    const folder = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'example.mjs'), example('js'));
    const { isFromCellar } = await import(join(folder, 'example.mjs'));
    const old = { ...headers, 'x-cellar-timestamp': String(Number(headers['x-cellar-timestamp']) - 1000) };
    const requests: [object, Buffer, string][] = [
      [headers, raw, signingSecret],
      [headers, Buffer.concat([raw, Buffer.from(' ')]), signingSecret],
      [headers, raw, 'another-secret'],
      [old, raw, signingSecret],
      [{}, raw, signingSecret],
    ];
    const expected = [true, false, false, false, false];
    expect(requests.map((request) => isFromCellar(...request))).toEqual(expected);

    const read = 'import json, sys\nrequests = json.load(sys.stdin)\n';
    const print = 'print(json.dumps([is_from_cellar(h, bytes.fromhex(b), s) for h, b, s in requests]))\n';
    await writeFile(join(folder, 'example.py'), `${example('python')}\n${read}${print}`);
    const input = JSON.stringify(
      requests.map(([given, body, secret]) => [given, body.toString('hex'), secret]),
    );
    const python = spawnSync('python3', [join(folder, 'example.py')], { input, encoding: 'utf8' });
    // Some machines have no Python.
    if (!python.error) expect(JSON.parse(python.stdout)).toEqual(expected);
  });
});

describe('the texts', () => {
  it('exist in all languages with the same placeholders', () => {
    const shapeOf = (language: Language) =>
      JSON.stringify(webhookTexts[language], (_key, value) =>
        typeof value === 'string' ? (value.match(/\{\w+\}/g) ?? []).sort().join() : value,
      );
    for (const language of languages) expect(shapeOf(language)).toBe(shapeOf('en'));
  });

  it.each(languages)('in %s tell every event without a placeholder', async (language) => {
    await withWebhook('/', { format: 'json', language, secret: signingSecret });
    const { database, webhooks } = app.services;
    const stopped = { title: 'Outpost', stoppedAt: '2049-01-01T00:00:00.000Z' };
    const uploads = [
      { ...stopped, extra: null, platform: 'Windows' },
      { ...stopped, extra: 'Manual', platform: '' },
    ];
    await database.db.transaction().execute(async (trx) => {
      for (const count of [1, 3]) {
        await webhooks.enqueue(trx, 'new_games', { count, games: [game('Outpost')] });
        await webhooks.enqueue(trx, 'access_waiting', { count });
        await webhooks.enqueue(trx, 'upload_failed', { count, uploads });
      }
      const url = `${publicUrl}/requests/request-1`;
      await webhooks.enqueue(trx, 'game_requested', { id: 'request-1', title: 'Outpost', url, year: '1994' });
      await webhooks.enqueue(trx, 'backup_failed', { reason: 'The disk is full.' });
      await webhooks.enqueue(trx, 'storage_low', { part: 'storage', freeBytes: 2 ** 30 });
      await webhooks.enqueue(trx, 'storage_low', { part: 'database', freeBytes: 2 ** 20 });
      const findings = [{ title: 'Outpost', file: 'Windows', threat: 'Eicar' }];
      await webhooks.enqueue(trx, 'threat_found', { count: 1, findings });
    });
    await webhooks.deliverDue();
    expect(receiver.received).toHaveLength(11);
    for (const { body } of receiver.received) {
      expect(body.title).toContain(site);
      expect(`${body.title} ${body.text}`).not.toMatch(/[{}]|undefined/);
    }
  });
});
