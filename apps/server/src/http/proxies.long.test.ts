// A library behind the reverse proxies that docs/configuration.md describes: each with the site that stands there.
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { uploadHere } from '#test/cellar-command.ts';
import { type Client, createClient } from '#test/client.ts';
import { addNewGames } from '#test/digests.ts';
import { createGame, sampleArchive, samplePassword } from '#test/factories.ts';
import { createApiToken } from '#test/logins.ts';
import { getTicket } from '#test/sample-download.ts';
import { processMs } from '#test/server-process.ts';
import { areProxiesMissing, documentedSite, proxyNames, startProxy } from '../../../../test/proxies.mjs';

/** More than a chunk, and than most proxies keep in memory. */
const archive = sampleArchive(21 * 1024 * 1024);
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(areProxiesMissing())('behind', { timeout: processMs }, () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await buildApp({ env: { TRUST_PROXY: 'loopback', METADATA_PROVIDERS: 'off' } });
    folder = await mkdtemp(join(tmpdir(), 'cellar-proxies-'));
    await writeFile(join(folder, 'large.zip'), archive);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  describe.each(proxyNames)('%s', (name) => {
    let proxy: { url: string; stop(): Promise<void> };
    let member: Client;
    beforeAll(async () => {
      proxy = await startProxy(name, documentedSite(name), app.url);
      member = createClient(proxy.url, (await app.as('member')).account);
    });
    afterAll(() => proxy?.stop());

    it('a member logs in, and the site is known by the name in the address', async () => {
      const { email = '' } = member.account ?? {};
      const json = { email, password: samplePassword };
      const headers = { 'x-forwarded-host': 'evil.example' };
      const { status, body } = await createClient(proxy.url).call(api.login, { json, headers });
      expect([status, body.email]).toEqual([200, email]);
      expect((await member.call(api.listPasskeys, { headers })).body.host).toBe('localhost');
    });

    it('a file is uploaded in chunks', async () => {
      const admin = await app.as('admin');
      const { token } = await createApiToken(app, admin, { scopes: ['upload'] });
      const place = { url: proxy.url, token, folder };
      const { code, err } = await uploadHere(place, ['large.zip'], { title: name, platform: 'Linux' });
      expect([code, err]).toEqual([0, expect.not.stringContaining('smaller parts')]);
    });

    it('an interrupted download goes on where it ended', async () => {
      const game = await createGame(app.services, await app.as('admin'), { archive });
      const { url } = await getTicket(member, game);
      const cut = new AbortController();
      const first = await member.fetch(url, { signal: cut.signal });
      const reader = first.body?.getReader();
      const begin = (await reader?.read())?.value ?? new Uint8Array();
      cut.abort();
      const headers = { range: `bytes=${begin.length}-`, 'if-range': first.headers.get('etag') ?? '' };
      const rest = await member.fetch(url, { headers });
      expect(rest.status).toBe(206);
      const whole = Buffer.concat([begin, Buffer.from(await rest.arrayBuffer())]);
      expect(digest(whole)).toBe(digest(archive));
    });

    it('notifications arrive at once', async () => {
      const leaving = new AbortController();
      const response = await member.fetch('/api/alerts/stream', { signal: leaving.signal });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let received = '';
      const eventsOf = (text: string) => text.split('event: unread').length - 1;
      for (const count of [1, 2]) {
        while (eventsOf(received) < count) received += (await reader?.read())?.value ?? '';
        app.clock.advance(1000);
        await addNewGames(app, `${name} ${count}`);
      }
      leaving.abort();
    });
  });
});
