// The preview of the email about new games, and the test email to the admin who requests it.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import { samplePicture, sendPicture } from '#test/sample-pictures.ts';

let mail: MailServer;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  mail = await startMailServer();
  const env = { ...mail.env, SITE_NAME: 'Our Shelf', PUBLIC_URL: 'https://games.example.org' };
  app = await buildApp({ env });
});
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('games').execute();
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('settings').execute();
  admin = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const preview = async (json: unknown) => (await admin.call(api.previewNotification, { json })).body;
const sendTest = (json: unknown) => admin.call(api.testNotification, { json });
const address = () => admin.account?.email ?? '';

/** Adds a game with metadata and, optionally, a cover. */
async function addGame(title: string, hasCover = false) {
  const { id } = await createGame(app.services, admin, { title });
  const picture = hasCover && (await sendPicture(admin, await samplePicture().png().toBuffer())).body;
  const { revision } = (await admin.call(api.getGame, { params: { id } })).body;
  const json = {
    ...{ revision, developer: 'Team Example', releaseDate: '2017-02-24', description: `About ${title}.` },
    ...(picture && { boxArtUrl: picture.url }),
  };
  expect((await admin.call(api.editGame, { params: { id }, json })).status).toBe(200);
  app.clock.advance(1000);
  return id;
}

describe('the preview', () => {
  it('of a single-game email shows the newest game with its picture embedded', async () => {
    await addGame('Older Game');
    const id = await addGame('Newer Game', true);
    const { subject, html } = await preview({ kind: 'single' });
    expect(subject).toBe('New Game Added: Newer Game');
    for (const part of ['Newer Game', '2017 · Team Example', 'Windows', 'About Newer Game.']) {
      expect(html).toContain(part);
    }
    expect(html).toContain(`https://games.example.org/game/${id}`);
    expect(html).not.toContain('Older Game');
    const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, src]) => src?.slice(0, 23));
    expect(sources).toEqual(['data:image/jpeg;base64,']);
    expect(html).not.toMatch(/cid:|<script|<link|url\(/);
  });

  it('of a batch shows the three newest games', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four']) await addGame(title);
    const { subject, html } = await preview({ kind: 'batch' });
    expect(subject).toBe('3 New Games Added to Our Shelf');
    const titles = [...html.matchAll(/<h2\b.*?<a\b[^>]*>([^<]+)</g)].map(([, title]) => title);
    expect(titles).toEqual(['Four', 'Three', 'Two']);
  });

  it('of an empty library shows games marked as samples', async () => {
    const single = await preview({ kind: 'single' });
    expect(single.subject).toMatch(/^New Game Added: .+ \(sample\)$/);
    const batch = await preview({ kind: 'batch' });
    expect(batch.subject).toBe('3 New Games Added to Our Shelf');
    expect(batch.html.match(/<h2\b.*?\(sample\)</g)).toHaveLength(3);
  });

  it('of a batch adds samples if the library has one game', async () => {
    await addGame('The Only One');
    const { subject, html } = await preview({ kind: 'batch' });
    expect(subject).toBe('3 New Games Added to Our Shelf');
    expect(html).toContain('The Only One');
    expect(html.match(/<h2\b[^>]*><a\b[^>]*>[^<]*\(sample\)</g)).toHaveLength(2);
  });

  it('shows the saved or the given message and changes nothing', async () => {
    await admin.call(api.putNotificationSettings, { json: { customMessage: 'Saved message' } });
    expect((await preview({ kind: 'single' })).html).toContain('Saved message');
    const edited = await preview({ kind: 'single', customMessage: 'First line\nsecond <b>line</b>' });
    expect(edited.html).toMatch(/First line<br ?\/?>second &lt;b&gt;line&lt;\/b&gt;/);
    expect(edited.html).not.toContain('Saved message');
    expect((await preview({ kind: 'single', customMessage: '' })).html).not.toContain('Saved message');
    const { customMessage } = (await admin.call(api.getNotificationSettings)).body;
    expect(customMessage).toBe('Saved message');
    expect(mail.to(address())).toEqual([]);
    expect((await admin.call(api.listOutbox)).body.mails).toEqual([]);
  });

  it('is in the admin’s language', async () => {
    await admin.call(api.updatePreferences, { json: { language: 'fr' } });
    expect((await preview({ kind: 'batch' })).subject).toBe('3 nouveaux jeux sur Our Shelf');
  });

  it.each([{}, { kind: 'all' }, { kind: 'single', customMessage: 'x'.repeat(2001) }])(
    'refuses %j',
    async (json) => {
      expect((await admin.call(api.previewNotification, { json })).status).toBe(400);
      expect((await sendTest(json)).status).toBe(400);
      expect((await admin.call(api.listOutbox)).body.mails).toEqual([]);
    },
  );
});

describe('the test email', () => {
  it('goes only to the admin, complete with pictures and unsubscribe links', async () => {
    const member = await app.as('member');
    await addGame('Hollow Night', true);
    const { status, body } = await sendTest({ kind: 'single', customMessage: 'Just a test' });
    expect(status).toBe(202);
    expect(body.message).toContain(address());
    const received = await mail.next(address());
    expect(received.subject).toBe('New Game Added: Hollow Night');
    expect(received.recipients).toEqual([address()]);
    expect(received.text).toContain('Just a test');
    expect(received.html).toContain('Just a test');
    expect(received.attachments).toHaveLength(1);
    const [picture] = received.attachments;
    expect(picture).toMatchObject({ mimeType: 'image/jpeg', disposition: 'inline' });
    expect(received.html).toContain(`cid:${picture?.contentId?.replace(/[<>]/g, '')}`);
    expect(received.source).toMatch(/content-type: multipart\/related/i);
    const headers = Object.fromEntries(received.headers.map(({ key, value }) => [key, value]));
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [, oneClick = ''] = /^<(.+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? [];
    const path = new URL(oneClick).pathname;
    expect((await app.visitor.fetch(path, { method: 'POST' })).status).toBe(200);
    expect((await admin.call(api.getPreferences)).body.emailNotifications).toBe(false);
    expect(mail.to(member.account?.email ?? '')).toEqual([]);
    const [listed] = (await admin.call(api.listOutbox)).body.mails;
    expect(listed).toMatchObject({ kind: 'digestTest', status: 'sent', to: address() });
  });

  it('sends nothing to others and does not affect the next digest', async () => {
    await addGame('News');
    await sendTest({ kind: 'batch' });
    await mail.next(address());
    expect((await admin.call(api.getNotificationSettings)).body.waitingGames).toBe(1);
  });

  it('is limited', async () => {
    const answers = [];
    for (let count = 0; count < 21; count += 1) answers.push((await sendTest({ kind: 'single' })).status);
    expect(new Set(answers.slice(0, 20))).toEqual(new Set([202]));
    expect(answers.at(-1)).toBe(429);
    const other = await app.as('admin');
    const json = { kind: 'single' };
    expect((await other.call(api.testNotification, { json })).status).toBe(202);
  });
});
