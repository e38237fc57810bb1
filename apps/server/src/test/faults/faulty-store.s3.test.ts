// A store that is slow, fails, breaks off, or lies. Requests that do not need it go on, the others are refused with words, no wrong
// byte is served as a complete file unnoticed, and everything works again without a restart.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Answer, Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { sampleWebp, sendPicture } from '#test/sample-pictures.ts';
import { complete, type SampleUpload, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { sha256 } from '#test/traces.ts';
import { addCheat, cheatPath, downloadCheat } from '../extras-and-cheats.ts';
import { createBucket } from '../s3-store.ts';
import { type Behaviour, bytesOf, type FaultyStore, openFaultyStore, passOn } from './faulty-store.ts';
import { expectUnavailable, whileOthersWork } from './watch-others.ts';

const chunkSize = 5 * 1024 * 1024;

let store: FaultyStore;
let app: TestApp;
let admin: Client;
let game: { id: string; archive: Buffer };
beforeAll(async () => {
  store = await openFaultyStore();
  const bucket = await createBucket(store.address);
  app = await buildApp({ env: bucket.env });
  admin = await app.as('admin');
  game = await createGame(app.services, admin, { archive: sampleArchive(2_000_000) });
  await app.services.files.digestFiles();
});
afterEach(() => {
  store.behave = passOn;
});
afterAll(async () => {
  await app.close();
  store.close();
});

const newUpload = () => sampleUpload({ archive: sampleArchive(chunkSize + 1000), chunkSize });
const listGames = () => admin.call(api.listGames);
const code = (status: number, name: string): Behaviour => {
  return async (asked, answer) => {
    asked.resume();
    answer.writeHead(status, { 'content-type': 'application/xml' });
    answer.end(`<?xml version="1.0"?><Error><Code>${name}</Code><Message>not now</Message></Error>`);
  };
};

/** Changes the body of each answer with the bytes of an object. */
function spoil(change: (body: Buffer) => Buffer, headers: (body: Buffer) => object = () => ({})): Behaviour {
  return async (asked, answer, pass) => {
    if (asked.method !== 'GET' || !asked.url?.includes('/files/')) return passOn(asked, answer, pass);
    const from = await pass();
    const body = await bytesOf(from);
    const spoiled = change(body);
    answer.writeHead(from.statusCode ?? 500, { ...from.headers, ...headers(spoiled) });
    if (spoiled.length === body.length || Object.keys(headers(spoiled)).length > 0) answer.end(spoiled);
    else answer.write(spoiled, () => answer.destroy());
  };
}

/** Confirms each write, and stores nothing. */
const loseWrites: Behaviour = async (asked, answer, pass) => {
  if (asked.method !== 'PUT') return passOn(asked, answer, pass);
  await bytesOf(asked);
  answer.writeHead(200, { etag: '"d41d8cd98f00b204e9800998ecf8427e"' }).end();
};

const most = (body: Buffer) => body.subarray(0, 0.99 * body.length);
const flip = (body: Buffer) => Buffer.concat([body.subarray(0, -1), Buffer.from([(body.at(-1) ?? 0) ^ 1])]);

interface Downloaded {
  status: number;
  isComplete: boolean;
  bytes: Buffer;
  digest: string | null;
}

async function download(): Promise<Downloaded> {
  const answer = await admin.fetch(`/api/games/${game.id}/download/Windows`);
  const digest = answer.headers.get('repr-digest');
  try {
    return {
      ...{ status: answer.status, isComplete: true, digest },
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  } catch {
    return { status: answer.status, isComplete: false, bytes: Buffer.alloc(0), digest };
  }
}

/** Each kind of write: a chunk, a cheat file and a picture. */
async function writeAll(upload: SampleUpload): Promise<Answer[]> {
  return Promise.all([
    sendChunk(admin, upload, 0),
    addCheat(admin, game.id, { file: sampleArchive(50_000) }),
    sendPicture(admin, await sampleWebp()),
  ]);
}

async function expectRecovery(upload: SampleUpload): Promise<void> {
  store.behave = passOn;
  // Bytes whose answer never came may still be on their way for a while, and a completion waits for them.
  app.clock.advance(2 * minuteMs);
  await sendAll(admin, upload);
  const { status, body } = await complete(admin, upload);
  expect([status, body.code]).toEqual([201, undefined]);
  const file = await admin.fetch(`/api/games/${body._id}/download/Windows`);
  expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(upload.archive));
  expect(await download()).toMatchObject({ status: 200, isComplete: true });
  const cheat = await addCheat(admin, game.id);
  expect([cheat.status, (await downloadCheat(admin, game.id, cheat.body._id)).length > 0]).toEqual([
    201,
    true,
  ]);
  const check = await app.services.storageCheck.runNow('quick');
  expect(check).toMatchObject({ missing: [], error: null });
  // Otherwise the digest would be that of the bytes which the next test spoils.
  await app.services.files.digestFiles();
}

describe('a store', () => {
  it('that takes a second for each answer only delays those who need it', async () => {
    store.behave = async (asked, answer, pass) => {
      await sleep(1000);
      return passOn(asked, answer, pass);
    };
    const upload = newUpload();
    const answers = await whileOthersWork(listGames, () => writeAll(upload));
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 201]);
    await expectRecovery(upload);
  });

  it.each([
    ['500', code(500, 'InternalError')],
    ['503 SlowDown', code(503, 'SlowDown')],
    ['nothing, and closes the connection', (async (asked) => void asked.destroy()) as Behaviour],
  ])('that answers %s refuses, and works again', async (_name, behaviour) => {
    const upload = newUpload();
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    store.behave = behaviour;
    const answers = await whileOthersWork(listGames, async () => [
      await sendChunk(admin, upload, 1),
      ...(await writeAll(newUpload())),
    ]);
    for (const answer of answers) expectUnavailable(answer);
    expect(await download()).toMatchObject({ status: 503 });
    await expectRecovery(upload);
  });

  it.each([
    ['breaks off in the middle of a file', spoil(most)],
    ['announces and sends too little', spoil(most, ({ length }) => ({ 'content-length': length }))],
  ])('that %s never makes a part of a file look complete', async (_name, behaviour) => {
    store.behave = behaviour;
    const { isComplete, bytes } = await whileOthersWork(listGames, download);
    // The server asks for the rest, up to three times without progress.
    if (isComplete) expect(sha256(bytes)).toBe(sha256(game.archive));
    await expectRecovery(newUpload());
  });

  it('that sends other bytes is noticed by the digest, and by the check of all files', async () => {
    store.behave = spoil(flip);
    const { bytes, digest } = await download();
    const actual = Buffer.from(sha256(bytes), 'hex').toString('base64');
    expect(sha256(bytes)).not.toBe(sha256(game.archive));
    expect(digest).not.toContain(actual);
    const { damaged } = await app.services.storageCheck.runNow('full');
    expect(damaged.length).toBeGreaterThan(0);
    await expectRecovery(newUpload());
    expect(await app.services.storageCheck.runNow('full')).toMatchObject({ damaged: [], error: null });
  });

  it('that has confirmed a chunk and lost it is noticed by the completion', async () => {
    const upload = newUpload();
    store.behave = loseWrites;
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    store.behave = passOn;
    expect((await sendChunk(admin, upload, 1)).status).toBe(200);
    const refused = await complete(admin, upload);
    expect([refused.status, refused.body.code]).toEqual([409, 'missing_chunks']);
    expect(refused.body.missingChunks).toContain(0);
    await expectRecovery(upload);
  });

  // Neither S3 nor Cellar compares what is stored with what was sent, unless someone asks for a check.
  it('that has confirmed a small file and lost it is noticed by a check and by a download', async () => {
    store.behave = loseWrites;
    const { status, body } = await addCheat(admin, game.id, { file: sampleArchive(50_000) });
    store.behave = passOn;
    expect(status).toBe(201);
    expect((await app.services.storageCheck.runNow('quick')).missing).toHaveLength(1);
    const lost = await admin.fetch(cheatPath(game.id, body._id));
    expect(lost.status).toBe(404);
    expect(await lost.json()).toMatchObject({ code: 'file_missing' });
    const params = { id: game.id, cheatId: body._id };
    expect((await admin.call(api.deleteCheat, { params })).status).toBe(200);
    await expectRecovery(newUpload());
  });
});
