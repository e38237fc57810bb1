// How a server process ends: what it still answers, what it waits for, and what it cuts.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import { getTicket, type HeldDownload, holdDownload } from '#test/sample-download.ts';
import {
  beginUpload,
  complete,
  listUnfinished,
  ourFields,
  type SampleUpload,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { eventually } from '../../../../test/waiting.ts';

/** Far longer than a test may take, so that a test which waits for it fails. */
const forEver = '3000';

let dataDir: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-shutdown-'));
});
afterEach(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true });
});

async function start(env: Record<string, string>) {
  server = await startServer({ dataDir, env });
  const { url, stop } = server;
  return { url, stop, admin: await server.logIn() };
}

/** Uploads a game whose archive is far larger than what sockets buffer, and begins to download it. */
async function beginDownload(admin: Client, url: string) {
  const upload = sampleUpload({ archive: sampleArchive(48 * 1024 * 1024), chunkSize: 50 * 1024 * 1024 });
  await sendAll(admin, upload);
  const { body } = await complete(admin, upload);
  const ticket = await getTicket(admin, { id: body._id, platform: upload.platform });
  return { upload, ticket, held: await holdDownload(new URL(ticket.url, url).href) };
}

/** Begins to send the second chunk of an upload. */
async function beginChunk(admin: Client, url: string) {
  const upload = sampleUpload();
  await sendChunk(admin, upload, 0);
  const sending = beginUpload(`${url}/api/games`, admin.account, ourFields(upload, 1));
  await sending.write(chunkOf(upload).subarray(0, 400));
  return { upload, sending };
}

const chunkOf = ({ archive }: SampleUpload) => archive.subarray(1000, 2000);

/** Resolves once the server accepts no connection any more. */
function refused(url: string): Promise<void> {
  return eventually(async () => {
    const error = await fetch(`${url}/api/health`).then(
      () => undefined,
      ({ cause }) => cause.code,
    );
    expect(error).toBe('ECONNREFUSED');
  });
}

/** Receives the rest. A client that has paused does not notice a reset. */
function rest(held: HeldDownload): Promise<'whole' | 'cut'> {
  held.resume();
  return held.ended;
}

describe('a stopping server', { timeout: processMs }, () => {
  it('finishes running downloads and chunks, and refuses new connections', async () => {
    const { url, stop, admin } = await start({ SHUTDOWN_SECONDS: forEver });
    const { upload, held } = await beginDownload(admin, url);
    const chunk = await beginChunk(admin, url);
    const exited = stop();
    await refused(url);
    await chunk.sending.write(chunkOf(chunk.upload).subarray(400));
    chunk.sending.finish();
    expect((await chunk.sending.answer).status).toBe(200);
    expect(await rest(held)).toBe('whole');
    expect(held.received()).toBe(upload.archive.length);
    expect(await exited).toBe(0);
  });

  it('answers that it is not ready while it still accepts connections, and closes each after its answer', async () => {
    const { url, stop, admin } = await start({ SHUTDOWN_DELAY_SECONDS: '3' });
    const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
    const connection = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const request = get(`${url}/api/site`, { agent: keepAlive }, (response) => {
          response.resume().on('end', () => resolve(response.headers.connection));
        });
        request.on('error', reject);
      });
    expect(await connection()).toBe('keep-alive');
    const exited = stop();
    const body = await eventually(async () => {
      const answer = await admin.call(api.ready);
      expect(answer.status).toBe(503);
      return answer.body;
    });
    expect(body).toMatchObject({ code: 'unavailable', message: 'The server is stopping.' });
    expect(await connection()).toBe('close');
    expect((await admin.call(api.listGames)).status).toBe(200);
    expect(await exited).toBe(0);
    keepAlive.destroy();
  });

  it('cuts what takes too long, and clients resume from there', async () => {
    const first = await start({ SHUTDOWN_SECONDS: '0.2' });
    const { upload, ticket, held } = await beginDownload(first.admin, first.url);
    const chunk = await beginChunk(first.admin, first.url);
    const exited = first.stop();
    await expect(chunk.sending.answer).rejects.toThrow();
    expect(await exited).toBe(0);
    expect(await rest(held)).toBe('cut');

    const second = await start({});
    const admin = createClient(second.url, first.admin.account);
    const unfinished = await listUnfinished(admin);
    expect(unfinished[0]?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([0]);
    const range = `bytes=${held.received()}-`;
    const response = await fetch(new URL(ticket.url, second.url), { headers: { range } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.equals(upload.archive.subarray(held.received()))]).toEqual([206, true]);
    expect(await second.stop()).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('stops at once on a second %s', async (signal) => {
    const { url, stop, admin } = await start({ SHUTDOWN_SECONDS: forEver });
    const { held } = await beginDownload(admin, url);
    const exited = stop();
    await refused(url);
    process.kill(server?.pid ?? 0, signal);
    expect(await exited).toBe(0);
    expect(await rest(held)).toBe('cut');
  });

  it('does not wait without running requests', async () => {
    const { stop } = await start({ SHUTDOWN_SECONDS: forEver });
    expect(await stop()).toBe(0);
  });
});
