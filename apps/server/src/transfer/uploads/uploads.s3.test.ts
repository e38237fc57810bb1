// A library whose files are in a real S3 store, through the front door of two nodes.

import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dayMs } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import {
  addCheat,
  downloadCheat,
  getExtraTicket,
  listExtras,
  sampleProgram,
} from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { type CutLine, openLine } from '#test/faulty-line.ts';
import { createBucket, endpoint, type TestBucket } from '#test/s3-store.ts';
import { activityOf, getTicket } from '#test/sample-download.ts';
import { sampleWebp, sendPicture } from '#test/sample-pictures.ts';
import { beginUpload, complete, ourFields, sampleUpload, sendChunk } from '#test/sample-upload.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { sha256 } from '#test/traces.ts';
import { readZip } from '#test/zips.ts';
import { eventually } from '../../../../../test/waiting.ts';

const chunkSize = 5 * 1024 * 1024;

let bucket: TestBucket;
let line: CutLine;
let database: TestDatabase;
let nodes: TestApp[];
let app: TestApp;
let admin: Client;
/** The same admin at the other node. */
let elsewhere: Client;
let member: Client;
beforeAll(async () => {
  const { hostname, port } = new URL(endpoint);
  line = await openLine({ host: hostname, port: Number(port) });
  bucket = await createBucket(`http://127.0.0.1:${line.port}`);
  database = await createTestDatabase();
  app = await buildApp({ database, env: bucket.env });
  const redirect = { ...bucket.env, ACCEL: 'redirect' };
  nodes = [app, await buildApp({ database, dataDir: app.dataDir, env: redirect })];
  admin = await app.as('admin');
  elsewhere = createClient(nodes[1]?.url ?? '', admin.account);
  member = await app.as('member');
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
  await database.drop();
});

function largeUpload() {
  return sampleUpload({ archive: sampleArchive(2 * chunkSize + 1000), chunkSize });
}

async function objects(): Promise<string[]> {
  const { Contents = [] } = await bucket.client.send(
    new ListObjectsV2Command({ Bucket: bucket.config.bucket }),
  );
  return Contents.map(({ Key = '' }) => Key);
}

async function multipartUploads(): Promise<string[]> {
  const command = new ListMultipartUploadsCommand({ Bucket: bucket.config.bucket });
  return ((await bucket.client.send(command)).Uploads ?? []).map(({ UploadId = '' }) => UploadId);
}

/** As a lifecycle rule of the store does after some time. */
async function abortMultipartUploads(): Promise<void> {
  const { bucket: Bucket } = bucket.config;
  const { Uploads = [] } = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads) {
    await bucket.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}

async function download(client: Client, url: string, headers: Record<string, string> = {}) {
  const answer = await client.fetch(url, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('an upload', () => {
  it('is announced with the smallest chunk, and refused below it', async () => {
    const { body: site } = await app.visitor.call(api.site);
    expect(site.minChunkBytes).toBe(chunkSize);
    const small = sampleUpload();
    const refused = await sendChunk(admin, small, 0);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Every chunk but the last must have at least 5 MB',
    ]);
    const silent = { without: ['chunkSize', 'fileSize', 'chunkSha256'] };
    const late = await sendChunk(admin, sampleUpload(), 0, silent);
    expect([late.status, late.body.message]).toEqual([
      400,
      'Every chunk but the last must have at least 5 MB',
    ]);
    const many = { totalChunks: '10001', fileSize: String(10_001 * chunkSize), chunkSize: String(chunkSize) };
    const tooMany = await sendChunk(admin, small, 0, { fields: many });
    expect([tooMany.status, tooMany.body.code]).toEqual([413, 'payload_too_large']);
    expect(tooMany.body.message).toContain('at most 10000 chunks');
  });

  it('is sent to both nodes in any order, resumed, and completed by either', async () => {
    const upload = largeUpload();
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    const both = [
      sendChunk(elsewhere, upload, 2),
      sendChunk(admin, upload, 1),
      sendChunk(elsewhere, upload, 1),
    ];
    for (const { status } of await Promise.all(both)) expect([200, 408]).toContain(status);
    const [one, other] = await Promise.all([complete(admin, upload), complete(elsewhere, upload)]);
    expect([one.status, other.status, one.body._id]).toEqual([201, 201, other.body._id]);
    await app.services.files.digestFiles();
    const { body: game } = await member.call(api.getGame, { params: { id: one.body._id } });
    expect(game.gameFiles[0]).toMatchObject({
      fileSize: upload.archive.length,
      sha256: sha256(upload.archive),
    });
    expect(await multipartUploads()).toEqual([]);
    expect(await readdir(join(app.dataDir, 'temp', 'uploads'))).toEqual([]);
  });

  // Some stores accept a part after the upload has been completed, and then cannot read the finished file.
  it('stays whole if a chunk that another node has stored arrives after the completion', async () => {
    const upload = largeUpload();
    for (const chunk of [0, 2]) expect((await sendChunk(admin, upload, chunk)).status).toBe(200);
    const { chunkSha256: _, ...fields } = ourFields(upload, 1);
    const late = beginUpload(`${nodes[1]?.url}${api.addGame.path}`, admin.account, fields);
    await late.write(randomBytes(chunkSize - 1));
    expect((await sendChunk(admin, upload, 1)).status).toBe(200);
    const { status, body: game } = await complete(admin, upload);
    expect(status).toBe(201);
    await late.write(randomBytes(1));
    late.finish();
    expect((await late.answer).status).toBe(408);
    const { url } = await getTicket(member, { id: game._id, platform: 'Windows' });
    expect(sha256((await download(member, url)).bytes)).toBe(sha256(upload.archive));
  });

  it('stays whole if a chunk is on its way from another node to the store when it is completed', async () => {
    const { hostname, port } = new URL(endpoint);
    const slowLine = await openLine({ host: hostname, port: Number(port) });
    onTestFinished(() => slowLine.release());
    const at = {
      STORAGE_URL: bucket.env.STORAGE_URL?.replace(String(line.port), String(slowLine.port)) ?? '',
    };
    const slow = await buildApp({ database, dataDir: app.dataDir, env: { ...bucket.env, ...at } });
    nodes.push(slow);
    const upload = largeUpload();
    for (const chunk of [0, 2]) expect((await sendChunk(admin, upload, chunk)).status).toBe(200);
    // The late chunk begins last, because Swift keeps the part whose request began last.
    const path = api.addGame.path;
    const stored = beginUpload(`${app.url}${path}`, admin.account, ourFields(upload, 1));
    await stored.write(upload.archive.subarray(chunkSize, 2 * chunkSize - 1));
    const { db } = app.services.database;
    const requests = db.selectFrom('chunkRequests').select('isStoring');
    await eventually(async () => expect(await requests.execute()).toEqual([{ isStoring: 0 }]));
    const { chunkSha256: _, ...fields } = ourFields(upload, 1);
    const late = beginUpload(`${slow.url}${path}`, admin.account, fields);
    await late.write(randomBytes(chunkSize - 1));
    // If the line were held earlier, this request might reach the store after the other one.
    await eventually(() => expect(slowLine.sent()).toBeGreaterThan(chunkSize / 2));
    slowLine.hold();
    await late.write(randomBytes(1));
    late.finish();
    await eventually(async () => expect(await requests.execute()).toContainEqual({ isStoring: 1 }));
    await stored.write(upload.archive.subarray(2 * chunkSize - 1, 2 * chunkSize));
    stored.finish();
    expect((await stored.answer).status).toBe(200);
    const completing = complete(admin, upload);
    const row = db.selectFrom('uploads').selectAll().where('clientId', '=', upload.uploadId);
    await eventually(async () => {
      const { holder, state } = await row.executeTakeFirstOrThrow();
      expect(holder !== null || state === 'completed').toBe(true);
    });
    slowLine.release();
    await late.answer;
    let answer = await completing;
    if (answer.status === 409) {
      // The store has taken the late bytes, so the chunk must be sent again.
      expect(answer.body.missingChunks).toEqual([1]);
      expect((await sendChunk(admin, upload, 1)).status).toBe(200);
      answer = await complete(admin, upload);
    }
    expect(answer.status).toBe(201);
    const { url } = await getTicket(member, { id: answer.body._id, platform: 'Windows' });
    expect(sha256((await download(member, url)).bytes)).toBe(sha256(upload.archive));
  });

  it('works with the fields of the specification alone, and with a file before its fields', async () => {
    const upload = largeUpload();
    const silent = { without: ['chunkSize', 'fileSize', 'chunkSha256', 'fileName'] };
    for (const chunk of [0, 2, 1]) expect((await sendChunk(admin, upload, chunk, silent)).status).toBe(200);
    const { body: game } = await complete(admin, upload);
    const { url } = await getTicket(member, { id: game._id, platform: 'Windows' });
    expect(sha256((await download(member, url)).bytes)).toBe(sha256(upload.archive));
    expect(await readdir(join(app.dataDir, 'temp', 'uploads'))).toEqual([]);
  });

  it('begins anew if the store has removed it', async () => {
    const upload = largeUpload();
    for (const number of [0, 1]) await sendChunk(admin, upload, number);
    await abortMultipartUploads();
    const lost = await sendChunk(elsewhere, upload, 2);
    expect([lost.status, lost.body.code, lost.body.missingChunks]).toEqual([
      409,
      'missing_chunks',
      [0, 1, 2],
    ]);
    for (const number of [0, 1, 2]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    await abortMultipartUploads();
    const missing = await complete(admin, upload);
    expect([missing.status, missing.body.missingChunks]).toEqual([409, [0, 1, 2]]);
    for (const number of [0, 1, 2]) expect((await sendChunk(elsewhere, upload, number)).status).toBe(200);
    expect((await complete(admin, upload)).status).toBe(201);
  });

  it('is removed from the store when it is cancelled at another node', async () => {
    const upload = largeUpload();
    await sendChunk(admin, upload, 0);
    expect(await multipartUploads()).toHaveLength(1);
    const params = { uploadId: upload.uploadId };
    expect((await elsewhere.call(api.cancelUpload, { params })).status).toBe(200);
    expect(await multipartUploads()).toEqual([]);
  });

  it('is refused while the store is unreachable, and continues when it is back', async () => {
    const upload = largeUpload();
    await sendChunk(admin, upload, 0);
    const { url } = await getTicket(member, await anyGame());
    await line.cut();
    const refused = await sendChunk(admin, upload, 1);
    const broken = await member.fetch(url);
    await line.restore();
    for (const { status, headers } of [refused, broken]) {
      expect([status, Number(headers.get('retry-after'))]).toEqual([503, 5]);
    }
    for (const chunk of [1, 2]) expect((await sendChunk(admin, upload, chunk)).status).toBe(200);
    expect((await complete(admin, upload)).status).toBe(201);
    expect((await member.fetch(url)).status).toBe(200);
  });
});

async function anyGame() {
  return createGame(app.services, admin, { archive: sampleArchive(20_000) });
}

describe('a download', () => {
  it('has the same ranges, validators and digest as from a disk', async () => {
    const game = await anyGame();
    const { url, downloadId } = await getTicket(member, game);
    const { answer, bytes } = await download(member, url);
    const etag = answer.headers.get('etag') ?? '';
    expect([answer.status, sha256(bytes)]).toEqual([200, sha256(game.archive)]);
    // The run that began with an earlier upload may have ended without this file. In the product, a job looks again each minute.
    await app.services.files.digestFiles();
    const { answer: later } = await download(member, url);
    expect(later.headers.get('repr-digest')).toContain('sha-256=');
    const piece = await download(member, url, { range: 'bytes=10-19', 'if-range': etag });
    expect([piece.answer.status, piece.bytes]).toEqual([206, game.archive.subarray(10, 20)]);
    const other = await download(member, url, { range: 'bytes=10-19', 'if-range': '"other"' });
    expect([other.answer.status, other.bytes.length]).toEqual([200, game.archive.length]);
    await app.services.downloads.flushProgress();
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed', isHandedOver: false });
  });

  it('is redirected to a signed address, and recorded as handed over', async () => {
    const game = await anyGame();
    const { url, downloadId, fileName } = await getTicket(member, game);
    const at = `${nodes[1]?.url}${url}`;
    const answer = await fetch(at, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const sent = await fetch(answer.headers.get('location') ?? '', { headers: { range: 'bytes=0-9' } });
    expect([sent.status, sent.headers.get('content-type')]).toEqual([206, 'application/zip']);
    expect(sent.headers.get('content-disposition')).toContain(fileName);
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(game.archive.subarray(0, 10));
    expect(await activityOf(member, downloadId)).toMatchObject({ isHandedOver: true });
    const head = await fetch(at, { method: 'HEAD', redirect: 'manual' });
    const etag = head.headers.get('etag') ?? '';
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(game.archive.length)]);
    // Some clients would send the session to the store as well.
    const path = `/api/games/${game.id}/download/${game.platform}`;
    const { token } = member.account ?? { token: '' };
    const bySession = await fetch(`${nodes[1]?.url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
    });
    expect([bySession.status, (await bySession.arrayBuffer()).byteLength]).toEqual([
      200,
      game.archive.length,
    ]);
    // Only Cellar can compare its own ETag.
    const unchanged = await fetch(at, { headers: { 'if-none-match': etag }, redirect: 'manual' });
    const resumed = await fetch(at, { headers: { range: 'bytes=5-', 'if-range': etag }, redirect: 'manual' });
    await resumed.arrayBuffer();
    expect([unchanged.status, resumed.status]).toEqual([304, 206]);
  });
});

describe('a library in an object store', () => {
  it('keeps pictures and cheat files there, and nothing on the local disk', async () => {
    const game = await anyGame();
    const { body: kept } = await sendPicture(admin, await sampleWebp());
    const { answer, bytes } = await download(elsewhere, kept.url);
    expect([answer.status, bytes.subarray(8, 12).toString()]).toEqual([200, 'WEBP']);
    const cheat = await addCheat(admin, game.id);
    expect(readZip(await downloadCheat(member, game.id, cheat.body._id))[0]?.bytes).toEqual(sampleProgram);
    expect((await objects()).some((key) => key.startsWith('library/artwork/'))).toBe(true);
    expect((await readdir(app.dataDir)).filter((name) => ['files', 'artwork'].includes(name))).toEqual([]);
  });

  it('keeps extras there, sent in chunks to both nodes, and redirects their downloads', async () => {
    const { id } = await createGame(app.services, admin);
    const upload = { ...largeUpload(), gameId: id, extra: { kind: 'update', name: 'Patch', version: '2' } };
    for (const [number, client] of [admin, elsewhere, admin].entries()) {
      expect((await sendChunk(client, upload, number)).status).toBe(200);
    }
    expect((await complete(elsewhere, upload)).status).toBe(201);
    // The other node computes the digest.
    const extra = await eventually(async () => {
      const [added] = await listExtras(member, id);
      expect(added?.sha256).toBe(sha256(upload.archive));
      return added;
    });
    const { url } = await getExtraTicket(member, id, extra?._id ?? '', 'extra-in-store');
    for (const node of nodes) {
      const response = await node.visitor.fetch(url);
      expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(upload.archive));
    }
    const before = (await objects()).length;
    const params = { id, extraId: extra?._id ?? '' };
    expect((await admin.call(api.deleteExtra, { params })).status).toBe(200);
    await eventually(async () => expect(await objects()).toHaveLength(before - 1));
  });

  it('is removed from the store with its game', async () => {
    const before = (await objects()).filter((key) => key.includes('/files/')).length;
    const game = await anyGame();
    await admin.call(api.deleteGame, { params: { id: game.id } });
    expect((await objects()).filter((key) => key.includes('/files/'))).toHaveLength(before);
  });

  it('is not opened by another library', async () => {
    const other = await createTestDatabase();
    const started = buildApp({ database: other, env: bucket.env });
    await expect(started).rejects.toThrow('belongs to another library');
    await other.drop();
  });

  it('loses parts without an upload, which a crash has left, after a week', async () => {
    await app.services.storage.beginUpload(newId());
    const upload = largeUpload();
    await sendChunk(admin, upload, 0);
    const { files } = (await admin.call(api.getTempStatus)).body;
    expect(files.map(({ kind }: { kind: string }) => kind)).toEqual(['part', 'part']);
    await app.services.uploads.discardLost();
    expect(await multipartUploads()).toHaveLength(2);
    app.clock.advance(8 * dayMs);
    await app.services.uploads.discardLost();
    expect(await multipartUploads()).toHaveLength(1);
    await admin.call(api.cancelUpload, { params: { uploadId: upload.uploadId } });
  });
});
