// Uploads go on after the server was stopped, and after it was killed in the middle of a chunk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import {
  chunkBytes,
  chunkNumbersOf,
  complete,
  listUnfinished,
  ourFields,
  type SampleUpload,
  sampleUpload,
  sendChunk,
} from '#test/sample-upload.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';
import { beginUpload } from '#test/slow-upload.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { filesUnder, sha256, storedSha256 } from '#test/traces.ts';

const MiB = 1024 * 1024;

let dataDir: string;
let database: TestDatabase;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-crash-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await server?.kill();
  server = undefined;
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Chunks of this upload that the server says it has. */
async function storedChunks(client: Client, { uploadId }: SampleUpload): Promise<number[]> {
  const upload = (await listUnfinished(client)).find((listed) => listed.uploadId === uploadId);
  return upload?.chunks.map(({ chunkNumber }) => chunkNumber) ?? [];
}

async function downloadedSha256(client: Client, gameId: string): Promise<string> {
  const params = { id: gameId, platform: 'Windows' };
  const ticket = await client.call(api.createTicket, { params, json: { downloadId: 'd1' } });
  const response = await client.fetch(ticket.body.url);
  return sha256(Buffer.from(await response.arrayBuffer()));
}

/** The same session at the server that was started again. */
function at({ url }: ServerProcess, { account }: Client): Client {
  return createClient(url, account);
}

describe('an upload', () => {
  it('goes on after the server was stopped and started again', async () => {
    const upload = sampleUpload();
    const first = await buildApp({ dataDir, database });
    const admin = await first.as('admin');
    await sendChunk(admin, upload, 2);
    await sendChunk(admin, upload, 0);
    await first.close();

    const second = await buildApp({ dataDir, database });
    const again = createClient(second.url, admin.account);
    expect(await storedChunks(again, upload)).toEqual([0, 2]);
    for (const number of [1, 3]) await sendChunk(again, upload, number);
    const game = await complete(again, upload);
    expect(game.status).toBe(201);
    expect(await storedSha256(second, game.body._id)).toBe(sha256(upload.archive));
    await second.close();
  });

  it('goes on after kill -9 in the middle of a chunk, without the stored ones being sent again', async () => {
    const upload = sampleUpload({ archive: sampleArchive(7 * MiB), chunkSize: 2 * MiB });
    server = await startServer({ dataDir, env: database.env });
    const admin = await server.logIn();
    for (const number of [2, 0]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    const cut = beginUpload(`${server.url}/api/games`, admin.account, ourFields(upload, 1));
    await cut.write(chunkBytes(upload, 1).subarray(0, 1.5 * MiB));
    await server.kill();

    server = await startServer({ dataDir, env: database.env });
    const again = at(server, admin);
    expect(await storedChunks(again, upload)).toEqual([0, 2]);
    for (const number of [1, 3]) expect((await sendChunk(again, upload, number)).status).toBe(200);
    const game = await complete(again, upload);
    expect(game.status).toBe(201);
    expect(await downloadedSha256(again, game.body._id)).toBe(sha256(upload.archive));
    expect((await filesUnder(dataDir)).length).toBe(1);
  });

  it('loses no chunk that was acknowledged, at whatever moment the server is killed', async () => {
    const upload = sampleUpload({ archive: sampleArchive(5 * MiB), chunkSize: MiB / 8 });
    const acknowledged = new Set<number>();
    server = await startServer({ dataDir, env: database.env });
    const admin = await server.logIn();
    for (const delay of [30, 90, 200]) {
      const client = at(server, admin);
      const stored = await storedChunks(client, upload);
      expect(stored).toEqual(expect.arrayContaining([...acknowledged]));
      const missing = chunkNumbersOf(upload).filter((number) => !stored.includes(number));
      const sending = sendUntilCut(client, upload, missing, acknowledged);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await server.kill();
      await sending;
      server = await startServer({ dataDir, env: database.env });
    }
    const client = at(server, admin);
    const stored = await storedChunks(client, upload);
    expect(stored).toEqual(expect.arrayContaining([...acknowledged]));
    for (const number of chunkNumbersOf(upload)) {
      if (!stored.includes(number)) await sendChunk(client, upload, number);
    }
    const game = await complete(client, upload);
    expect(game.status).toBe(201);
    expect(await downloadedSha256(client, game.body._id)).toBe(sha256(upload.archive));
    expect((await filesUnder(dataDir)).length).toBe(1);
  });
});

/** Three senders, as our own client has them, until the connection breaks. */
async function sendUntilCut(
  client: Client,
  upload: SampleUpload,
  numbers: number[],
  acknowledged: Set<number>,
) {
  const rest = [...numbers];
  const sender = async () => {
    for (let number = rest.shift(); number !== undefined; number = rest.shift()) {
      const answer = await sendChunk(client, upload, number).catch(() => undefined);
      if (answer?.status !== 200) return;
      acknowledged.add(number);
    }
  };
  await Promise.all([sender(), sender(), sender()]);
}
