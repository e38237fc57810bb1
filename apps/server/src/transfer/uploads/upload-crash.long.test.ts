// Uploads continue after the server was killed in the middle of a chunk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#test/client.ts';
import { listExtras } from '#test/extras-and-cheats.ts';
import { sampleArchive } from '#test/factories.ts';
import { runKillLoop } from '#test/kill-loop.ts';
import {
  beginUpload,
  chunkBytes,
  complete,
  listUnfinished,
  ourFields,
  type SampleUpload,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { filesUnder, sha256 } from '#test/traces.ts';

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

/** Returns the numbers of this upload's chunks that the server lists as stored. */
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

/** Returns a client with the same session for a restarted server. */
function at({ url }: ServerProcess, { account }: Client): Client {
  return createClient(url, account);
}

describe('an upload', { timeout: processMs }, () => {
  it('continues after kill -9 in the middle of a chunk, without sending stored chunks again', async () => {
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

  it('of an extra continues after kill -9 in the middle of a chunk', async () => {
    server = await startServer({ dataDir, env: database.env });
    const first = await server.logIn();
    const base = sampleUpload({ archive: sampleArchive(1000) });
    await sendAll(first, base);
    const game = (await complete(first, base)).body._id;
    const extra = { kind: 'update', name: 'Patch', version: '1.2' };
    const upload = sampleUpload({
      gameId: game,
      extra,
      archive: sampleArchive(5 * MiB),
      chunkSize: 2 * MiB,
    });
    await sendChunk(first, upload, 0);
    const path = api.addExtra.path.replace(':id', game);
    const cut = beginUpload(`${server.url}${path}`, first.account, ourFields(upload, 1));
    await cut.write(chunkBytes(upload, 1).subarray(0, MiB));
    await server.kill();

    server = await startServer({ dataDir, env: database.env });
    const again = at(server, first);
    const [listed] = await listUnfinished(again);
    expect(listed?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([0]);
    for (const number of [1, 2]) expect((await sendChunk(again, upload, number)).status).toBe(200);
    expect((await complete(again, upload)).status).toBe(201);
    const [added] = await listExtras(again, game);
    const response = await again.fetch(`/api/games/${game}/extras/${added?._id}/download`);
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(upload.archive));
    expect(await filesUnder(dataDir)).toHaveLength(2);
  });

  it('completes after kill -9 at random moments, and no acknowledged chunk is sent again', async () => {
    const report = await runKillLoop({ size: 10 * MiB, chunkSize: MiB / 4, kills: 5 });
    expect(report).toMatchObject({ kills: 5, chunks: 40, sentAgain: [] });
  });
});
