// Digests as the mail server receives them: recipients, pictures and unsubscribe links. No digest is lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import {
  addNewGames,
  gameIdsIn,
  listDigestMails,
  moveClockTo,
  runDigestsAt,
  setFrequency,
} from '#test/digests.ts';
import { confirm } from '#test/logins.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import { picturePath, sampleWebp } from '#test/sample-pictures.ts';
import { createTestDatabase } from '#test/test-database.ts';

const hour = 3600_000;
const env = { TZ: 'Europe/Berlin', PUBLIC_URL: 'https://library.example' };

let mail: MailServer;
let app: TestApp;
beforeEach(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: { ...env, ...mail.env } });
  await begin(app);
});
afterEach(async () => {
  await app.close();
  await mail.close();
});

/** Starts on a Tuesday. */
async function begin(on: TestApp) {
  moveClockTo(on, '2049-01-12T12:00:00Z');
  await setFrequency(on, 'daily');
  await on.services.digests.run();
}

const announce = () => runDigestsAt(app, '2049-01-12T13:00:00Z');
const nineOClock = () => runDigestsAt(app, '2049-01-13T08:00:01Z');
const emailOf = (client: Client) => client.account?.email ?? '';

async function giveCovers(...ids: string[]): Promise<string[]> {
  const names: string[] = [];
  for (const id of ids) {
    const boxArt = await app.services.artwork.keep(await sampleWebp());
    await app.services.database.db.updateTable('games').set({ boxArt }).where('id', '=', id).execute();
    names.push(boxArt);
  }
  return names;
}

describe('a digest at the mail server', () => {
  it('has one recipient, the games with embedded covers, and an unsubscribe link', async () => {
    const readers = [await app.as('member'), await app.as('member'), await app.as('admin')];
    const ids = await addNewGames(app, 'Outpost', 'Undertow <b>&</b> “more”');
    await giveCovers(...ids);
    await announce();
    await nineOClock();
    for (const reader of readers) {
      const received = await mail.next(emailOf(reader));
      expect(received.recipients).toEqual([emailOf(reader)]);
      expect(received.to).toEqual([{ name: '', address: emailOf(reader) }]);
      expect([received.cc, received.bcc]).toEqual([undefined, undefined]);
      expect(received.subject).toBe('2 New Games Added to Cellar');
      expect(gameIdsIn(received.text).toSorted()).toEqual(ids.toSorted());
      expect(received.html).toContain('https://library.example/games?sort=recentlyAddedDesc');
      expect(received.source).toMatch(/^Content-Type: multipart\/related/m);
      expect(received.attachments).toHaveLength(2);
      for (const { contentId, mimeType, disposition, content } of received.attachments) {
        expect({ mimeType, disposition }).toEqual({ mimeType: 'image/jpeg', disposition: 'inline' });
        expect(received.html).toContain(`src="cid:${contentId?.slice(1, -1)}"`);
        expect(Buffer.from(content as ArrayBuffer).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      }
      const header = (name: string) => received.headers.find(({ key }) => key === name)?.value;
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(header('list-unsubscribe')).toMatch(
        /^<https:\/\/library\.example\/api\/notifications\/unsubscribe\/[\w.-]+>$/,
      );
      expect(received.html).toMatch(/href="https:\/\/library\.example\/unsubscribe\?token=[\w.-]+"/);
    }
    expect(mail.mails).toHaveLength(3);
    await app.services.mails.deliverDue();
    expect((await listDigestMails(app)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    const kept = await app.services.database.db
      .selectFrom('mails')
      .select(['headers', 'attachments', 'htmlBody'])
      .execute();
    expect(new Set(kept.map((row) => JSON.stringify(Object.values(row))))).toEqual(
      new Set([JSON.stringify(['{}', '[]', ''])]),
    );
  });

  it('can be unsubscribed by the address in its header, which works only for its recipient', async () => {
    const [leaving, staying] = [await app.as('member'), await app.as('member')];
    await addNewGames(app, 'Outpost');
    await announce();
    await nineOClock();
    const { headers } = await mail.next(emailOf(leaving));
    const address = headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? '';
    const answer = await fetch(new URL(new URL(address).pathname, app.url), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(answer.status).toBe(200);
    await addNewGames(app, 'Undertow');
    await runDigestsAt(app, '2049-01-13T12:00:00Z');
    await runDigestsAt(app, '2049-01-14T08:00:01Z');
    await mail.next(emailOf(staying));
    expect((await mail.next(emailOf(staying))).subject).toBe('New Game Added: Undertow');
    await app.services.mails.deliverDue();
    expect(mail.to(emailOf(leaving))).toHaveLength(1);
  });

  it('omits deleted pictures, also in the outbox', async () => {
    const reader = await app.as('member');
    const admin = await app.as('admin');
    const ids = await addNewGames(app, 'Outpost', 'Undertow');
    const [gone = ''] = await giveCovers(...ids);
    await announce();
    await mail.goDown();
    await nineOClock();
    await app.services.mails.deliverDue();
    await rm(picturePath(app, gone));
    const { mails } = (await admin.call(api.listOutbox)).body;
    await confirm(admin);
    const { body } = await admin.call(api.readMail, { params: { id: mails[0]._id } });
    expect(body.html).toMatch(/src="data:image\/jpeg;base64,/);
    await mail.comeUp();
    app.clock.advance(hour);
    await app.services.mails.deliverDue();
    const received = await mail.next(emailOf(reader));
    expect(received.attachments).toHaveLength(1);
    expect(gameIdsIn(received.text)).toHaveLength(2);
    expect(received.html).toContain('alt="Outpost"');
  });

  it('lists 24 games and says how many more there are', async () => {
    const reader = await app.as('member');
    await addNewGames(app, ...Array.from({ length: 30 }, (_, at) => `Volume ${at}`));
    await announce();
    await nineOClock();
    const received = await mail.next(emailOf(reader));
    expect(received.subject).toBe('30 New Games Added to Cellar');
    expect(gameIdsIn(received.text)).toHaveLength(24);
    expect(received.text).toContain('and 6 more');
    // Gmail clips longer emails.
    expect(Buffer.byteLength(received.html ?? '')).toBeLessThan(102_000);
  });

  it('is in the recipient’s language', async () => {
    const readers = new Map<string, Client>();
    for (const language of ['en', 'es', 'fr']) {
      const reader = await app.as('member');
      await reader.call(api.updatePreferences, { json: { language } });
      readers.set(language, reader);
    }
    await addNewGames(app, 'Outpost');
    await announce();
    await nineOClock();
    const subjects = [];
    for (const reader of readers.values()) subjects.push((await mail.next(emailOf(reader))).subject);
    expect(subjects).toEqual(['New Game Added: Outpost', 'Juego nuevo: Outpost', 'Nouveau jeu : Outpost']);
  });
});

describe('no digest is lost or sent twice', () => {
  it('while the mail server is down for a day', async () => {
    const readers = [await app.as('member'), await app.as('member')];
    await addNewGames(app, 'Outpost');
    await announce();
    await mail.goDown();
    await nineOClock();
    for (let hours = 0; hours < 24; hours += 1) {
      await app.services.mails.deliverDue();
      app.clock.advance(hour);
      await app.services.digests.run();
    }
    await mail.comeUp();
    for (let hours = 0; hours < 24; hours += 1) {
      await app.services.mails.deliverDue();
      app.clock.advance(hour);
    }
    for (const reader of readers) expect(mail.to(emailOf(reader))).toHaveLength(1);
    expect(mail.mails).toHaveLength(2);
  });

  // On SQLite, two nodes in one process wait for each other's transactions. digest-kill.dialect.long.test.ts has two processes.
  it.skipIf(!process.env.TEST_DATABASE_URL)('when two nodes run in parallel', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    const database = await createTestDatabase();
    const options = { env: { ...env, ...mail.env }, dataDir, database };
    const nodes = [await buildApp(options), await buildApp(options)];
    const [one, two] = nodes as [TestApp, TestApp];
    for (const node of nodes) await begin(node);
    const readers: Client[] = [];
    for (let count = 0; count < 15; count += 1) readers.push(await one.as('member'));
    const perDay = 3;
    for (let day = 13; day < 16; day += 1) {
      await addNewGames(one, ...Array.from({ length: perDay }, (_, at) => `Day ${day} volume ${at}`));
      const runBoth = (time: string) => Promise.all(nodes.map((node) => runDigestsAt(node, time)));
      await runBoth(`2049-01-${day}T07:00:00Z`);
      await runBoth(`2049-01-${day}T08:00:01Z`);
      // Deliver before moving the clock, because a delivery that takes a day counts as dead.
      await Promise.all(nodes.map(({ services }) => services.mails.deliverDue()));
    }
    for (const reader of readers) {
      const received = mail.to(emailOf(reader));
      expect(received).toHaveLength(3);
      expect(new Set(received.flatMap(({ text }) => gameIdsIn(text))).size).toBe(3 * perDay);
    }
    await one.close();
    await two.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
