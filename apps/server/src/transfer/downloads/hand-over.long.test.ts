// Downloads through a real nginx with the configuration in docs/nginx.conf: the responses, and the recorded activity.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLossyLine } from '#test/bad-line.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { isNginxMissing, type Nginx, startNginx } from '#test/reverse-proxies.ts';
import { getTicket } from '#test/sample-download.ts';
import { downloadClients } from '#test/steady-clients.ts';
import { fileSha256, sha256, storedPath } from '#test/traces.ts';

const MB = 1024 ** 2;
const archive = sampleArchive(24 * MB);
const size = archive.length;

describe.skipIf(isNginxMissing)('behind nginx', () => {
  let app: TestApp;
  let nginx: Nginx;
  let member: Client;
  let folder: string;
  let game: Awaited<ReturnType<typeof createGame>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cellar-hand-over-'));
    app = await buildApp({ env: { ACCEL: 'nginx:/internal/files', TRUST_PROXY: 'loopback' } });
    nginx = await startNginx(app);
    member = await app.as('member');
    game = await createGame(app.services, await app.as('admin'), { archive });
  });
  afterAll(async () => {
    await nginx?.stop();
    await app?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  async function ask(
    path: string,
    headers: Record<string, string> = {},
    { method = 'GET', from = nginx.url } = {},
  ) {
    const response = await fetch(new URL(path, from), { method, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('x-accel-redirect')).toBeNull();
    return { status: response.status, headers: response.headers, bytes };
  }

  const entryOf = async (downloadId: string) => {
    const { body } = await member.call(api.myActivity, { query: { limit: 100 } });
    return body.activities.find((entry: { downloadId: string }) => entry.downloadId === downloadId);
  };

  it('a file arrives complete, with the headers of Cellar', async () => {
    const { url, downloadId } = await getTicket(member, game);
    const { status, headers, bytes } = await ask(url);
    expect(status).toBe(200);
    expect(sha256(bytes)).toBe(sha256(archive));
    const own = await ask(url, {}, { method: 'HEAD', from: app.url });
    for (const name of [
      ...['content-type', 'content-disposition', 'content-length', 'etag', 'last-modified', 'repr-digest'],
      ...['cache-control', 'accept-ranges', 'x-content-type-options'],
    ]) {
      expect(headers.get(name), name).toBe(own.headers.get(name));
    }
    expect(await entryOf(downloadId)).toMatchObject({
      downloadStatus: 'completed',
      isHandedOver: true,
      bytesSent: 0,
    });
  });

  it('HEAD gets the headers of GET without a body', async () => {
    const { url } = await getTicket(member, game);
    const { status, headers, bytes } = await ask(url, {}, { method: 'HEAD' });
    expect([status, bytes.length, headers.get('content-length')]).toEqual([200, 0, String(size)]);
  });

  it('nginx answers one or several ranges', async () => {
    const { url } = await getTicket(member, game);
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=1000-1999', 1000, 2000],
      [`bytes=${size - 5}-`, size - 5, size],
      ['bytes=-7', size - 7, size],
      ['bytes=100-999999999', 100, size],
    ] as const) {
      const { status, headers, bytes } = await ask(url, { range });
      expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/${size}`]);
      expect(bytes.equals(archive.subarray(start, end))).toBe(true);
    }
    const several = await ask(url, { range: 'bytes=0-9, 1000-1009' });
    expect(several.headers.get('content-type')).toMatch(/^multipart\/byteranges; ?boundary=/);
    expect(several.bytes.includes(archive.subarray(1000, 1010))).toBe(true);
  });

  it('conditions are evaluated correctly by Cellar or by nginx', async () => {
    const { url } = await getTicket(member, game);
    const { headers: facts } = await ask(url, { range: 'bytes=0-0' });
    const [etag, modified] = [facts.get('etag') ?? '', facts.get('last-modified') ?? ''];
    const range = 'bytes=10-19';
    for (const [headers, status, length] of [
      [{ 'if-none-match': etag }, 304, 0],
      [{ 'if-modified-since': modified }, 304, 0],
      [{ 'if-match': '"another"' }, 412, undefined],
      [{ 'if-unmodified-since': new Date(0).toUTCString() }, 412, undefined],
      [{ 'if-match': etag, range }, 206, 10],
      [{ 'if-unmodified-since': modified, range }, 206, 10],
      [{ 'if-none-match': '"another"', range }, 206, 10],
      [{ 'if-range': etag, range }, 206, 10],
      [{ 'if-range': modified, range }, 206, 10],
      [{ 'if-range': '"another"', range }, 200, size],
      [{ 'if-range': new Date(0).toUTCString(), range }, 200, size],
      [{ range: `bytes=${size}-` }, 416, undefined],
    ] as [Record<string, string>, number, number?][]) {
      const answer = await ask(url, headers);
      expect(answer.status, JSON.stringify(headers)).toBe(status);
      if (length !== undefined) expect(answer.bytes.length).toBe(length);
    }
  });

  it('files are not accessible without permission from Cellar', async () => {
    const { url } = await getTicket(member, game);
    expect((await ask(url.replace(/ticket=.*/, 'ticket=wrong'))).status).toBe(403);
    const path = (await storedPath(app, game.id, game.platform)).slice(`${app.dataDir}/files/`.length);
    expect((await ask(`/internal/files/${path}`)).status).toBe(404);
    expect(
      (await ask(`/internal/files/${path}`, { 'x-accel-redirect': `/internal/files/${path}` })).status,
    ).toBe(404);
  });

  it('a transfer interrupted at the proxy can be completed without it', async () => {
    const { url, downloadId } = await getTicket(member, game);
    const first = await ask(url, { range: 'bytes=0-9999999' });
    const headers = { range: 'bytes=10000000-', 'if-range': first.headers.get('etag') ?? '' };
    const rest = await ask(url, headers, { from: app.url });
    expect(rest.status).toBe(206);
    expect(sha256(Buffer.concat([first.bytes, rest.bytes]))).toBe(sha256(archive));
    await app.services.downloads.flushProgress();
    expect(await entryOf(downloadId)).toMatchObject({
      downloadStatus: 'completed',
      isHandedOver: true,
      bytesSent: size - 10_000_000,
    });
  });

  for (const { name, missing, download } of downloadClients) {
    it.skipIf(missing)(`${name} gets the whole file over a connection that breaks`, async () => {
      const line = await openLossyLine(nginx.url, { seed: name, bytes: [MB / 4, 8 * MB] });
      try {
        const { url, downloadId } = await getTicket(member, game);
        const path = join(folder, downloadId);
        await download(new URL(url, line.url).href, path);
        expect(line.cuts()).toBeGreaterThan(0);
        expect(await fileSha256(path)).toBe(sha256(archive));
        expect((await readFile(path)).length).toBe(size);
        expect(await entryOf(downloadId)).toMatchObject({ downloadStatus: 'completed', isHandedOver: true });
      } finally {
        await line.close();
      }
    });
  }
});
