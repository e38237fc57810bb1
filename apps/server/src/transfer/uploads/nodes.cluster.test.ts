// Three nodes behind nginx, on PostgreSQL and an S3 store: any node continues what another has begun, nodes may be killed and
// restarted, and the database and the store may be away for a while.
import { setTimeout as sleep } from 'node:timers/promises';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { type Cluster, startCluster } from '#test/cluster.ts';
import { sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import {
  beginUpload,
  complete,
  ourFields,
  type SampleUpload,
  sampleUpload,
  sendChunk,
} from '#test/sample-upload.ts';
import { processMs } from '#test/server-process.ts';
import { downloadThrough, type ReceivedFile, uploadThrough } from '#test/steady-clients.ts';
import { sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const MiB = 1024 * 1024;
const chunkSize = 5 * MiB;
const awayMs = 30_000;

let cluster: Cluster;
/** The admin at each node, without nginx. */
let admins: Client[];
beforeAll(async () => {
  // Much shorter than sending all downloads of the rolling restart takes, so that many are cut.
  cluster = await startCluster({ SHUTDOWN_SECONDS: '1' });
  admins = cluster.nodes.map((url) => cluster.at(url));
});
afterAll(() => cluster.close());

function newUpload(chunks = 3): SampleUpload {
  return sampleUpload({ archive: sampleArchive((chunks - 1) * chunkSize + 100_000), chunkSize });
}

async function addGame(chunks = 1) {
  const upload = newUpload(chunks);
  const { gameId } = await uploadThrough(cluster.admin, upload);
  return { id: gameId, platform: upload.platform, archive: upload.archive, title: upload.title };
}

async function download(gameId: string, size: number): Promise<string> {
  const { url } = await getTicket(cluster.admin, { id: gameId, platform: 'Windows' });
  return (await downloadThrough(`${cluster.url}${url}`, size)).sha256;
}

async function openMultipartUploads(): Promise<number> {
  const command = new ListMultipartUploadsCommand({ Bucket: cluster.bucket.config.bucket });
  return ((await cluster.bucket.client.send(command)).Uploads ?? []).length;
}

describe('an upload', () => {
  it('is sent to all three nodes and completed by any', async () => {
    const upload = newUpload();
    for (const [number, admin] of admins.entries()) {
      expect((await sendChunk(admin, upload, number)).status).toBe(200);
    }
    const { status, body } = await complete(admins[1] as Client, upload);
    expect(status).toBe(201);
    expect(await download(body._id, upload.archive.length)).toBe(sha256(upload.archive));
  });

  it('survives the death of the node that is receiving a chunk', async () => {
    const upload = newUpload();
    await sendChunk(admins[1] as Client, upload, 0);
    const slow = beginUpload(
      `${cluster.nodes[0]}${api.addGame.path}`,
      cluster.admin.account,
      ourFields(upload, 1),
    );
    await slow.write(upload.archive.subarray(chunkSize, chunkSize + MiB));
    await cluster.kill(0);
    await expect(slow.answer).rejects.toThrow();
    for (const number of [1, 2]) expect((await sendChunk(cluster.admin, upload, number)).status).toBe(200);
    const { body } = await complete(admins[2] as Client, upload);
    expect(await download(body._id, upload.archive.length)).toBe(sha256(upload.archive));
    await cluster.start(0);
  });

  it('is cancelled at a node that receives none of its chunks', async () => {
    const upload = newUpload();
    await sendChunk(admins[0] as Client, upload, 0);
    const slow = beginUpload(
      `${cluster.nodes[0]}${api.addGame.path}`,
      cluster.admin.account,
      ourFields(upload, 1),
    );
    await slow.write(upload.archive.subarray(chunkSize, chunkSize + MiB));
    // Until its node has recorded it, the request would begin the upload anew.
    await eventually(async () => {
      const { rows } = await cluster.query(`
        select 1 from "chunkRequests" join uploads on uploads.id = "uploadId"
        where "clientId" = '${upload.uploadId}'`);
      expect(rows).toHaveLength(1);
    });
    const params = { uploadId: upload.uploadId };
    expect((await (admins[1] as Client).call(api.cancelUpload, { params })).status).toBe(200);
    await slow.write(upload.archive.subarray(chunkSize + MiB, 2 * chunkSize));
    slow.finish();
    const answer = await slow.answer;
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect(await openMultipartUploads()).toBe(0);
  });
});

describe('a node', () => {
  it('serves the tickets, sessions and games of the other nodes', async () => {
    const game = await addGame();
    const { url } = await getTicket(admins[0] as Client, game);
    for (const node of cluster.nodes) {
      expect((await downloadThrough(`${node}${url}`, game.archive.length)).sha256).toBe(sha256(game.archive));
    }
  });

  it('shows a game that another node has added', async () => {
    const game = await addGame();
    for (const admin of admins) {
      await eventually(async () => {
        const { body } = await admin.call(api.listGames, { query: { search: game.title } });
        expect(body.games).toHaveLength(1);
      });
    }
  });

  it('reads a new file for its digest only if no other node does', async () => {
    const before = cluster.store.received();
    const game = await addGame(5);
    for (const admin of admins) {
      await eventually(async () => {
        const { body } = await admin.call(api.getGame, { params: { id: game.id } });
        expect(body.gameFiles[0].sha256).toBe(sha256(game.archive));
      });
    }
    expect(cluster.store.received() - before).toBeLessThan(1.5 * game.archive.length);
  });
});

describe('a rolling restart', { timeout: processMs }, () => {
  it('is noticed by no upload, no download and no page', async () => {
    const game = await addGame(5);
    const uploads = [1, 2, 3].map(() => newUpload(8));
    const tickets = [];
    for (let number = 0; number < 50; number += 1) tickets.push(await getTicket(cluster.admin, game));
    let isOver = false;
    const pages = browse(() => isOver);
    const transfers = Promise.all([
      Promise.all(uploads.map((upload) => uploadThrough(cluster.admin, upload))),
      Promise.all(
        tickets.map(({ url }) => downloadThrough(`${cluster.url}${url}`, game.archive.length, 1_000_000)),
      ),
    ]);
    for (const node of cluster.nodes.keys()) {
      expect(await cluster.stop(node)).toBe(0);
      await cluster.start(node);
    }
    const [sent, received] = await transfers;
    isOver = true;
    for (const { sha256: found } of received) expect(found).toBe(sha256(game.archive));
    for (const [at, { gameId }] of sent.entries()) {
      const { archive = Buffer.alloc(0) } = uploads[at] ?? {};
      expect(await download(gameId, archive.length)).toBe(sha256(archive));
    }
    const { loads, failed, stillFailed } = await pages;
    expect([loads > 0, stillFailed]).toEqual([true, []]);
    const resumed = received.reduce((sum, file) => sum + file.resumed, 0);
    expect(resumed).toBeGreaterThan(0);
    const repeated = sent.reduce((sum, upload) => sum + upload.repeated, 0);
    console.log(
      `pages: ${loads}, failed once: ${failed}; chunks repeated: ${repeated}; downloads resumed: ${resumed}`,
    );
  });
});

/** Loads the catalogue again and again. A failed load is repeated once, as a reader would. */
async function browse(isOver: () => boolean) {
  let [loads, failed] = [0, 0];
  const stillFailed: unknown[] = [];
  const load = () => cluster.admin.call(api.listGames).then(({ status }) => status, String);
  while (!isOver()) {
    loads += 1;
    if ((await load()) !== 200) {
      failed += 1;
      const again = await load();
      if (again !== 200) stillFailed.push(again);
    }
    await sleep(50);
  }
  return { loads, failed, stillFailed };
}

describe.each([
  ['store', () => cluster.store],
  ['database', () => cluster.database],
] as const)('while the %s is away for half a minute', (_, line) => {
  it('uploads and downloads wait, and end whole', async () => {
    const game = await addGame(3);
    const upload = newUpload(6);
    const { url } = await getTicket(cluster.admin, game);
    const receive = () => downloadThrough(`${cluster.url}${url}`, game.archive.length, 2_000_000);
    const running = receive();
    let [late, back]: [Promise<ReceivedFile>, Promise<void>] = [running, Promise.resolve()];
    const { gameId, repeated } = await uploadThrough(cluster.admin, upload, async (chunk) => {
      if (chunk !== 3) return;
      await line().cut();
      back = sleep(awayMs).then(() => line().restore());
      late = receive();
    });
    await back;
    expect(repeated).toBeGreaterThan(0);
    expect((await late).resumed).toBeGreaterThan(0);
    for (const { sha256: found } of [await running, await late]) expect(found).toBe(sha256(game.archive));
    expect(await download(gameId, upload.archive.length)).toBe(sha256(upload.archive));
    expect(await openMultipartUploads()).toBe(0);
  });
});
