// Two servers on one database and one storage: simultaneous requests for the same upload.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import {
  beginUpload,
  chunkBytes,
  complete,
  listUnfinished,
  ourFields,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { filesUnder, sha256, storedPath, storedSha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

let database: TestDatabase;
let nodes: TestApp[];
let clients: Client[];
beforeAll(async () => {
  database = await createTestDatabase();
  const first = await buildApp({ database });
  nodes = [first, await buildApp({ database, dataDir: first.dataDir })];
  const { account } = await first.as('admin');
  clients = nodes.map(({ url }) => createClient(url, account));
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
  await database.drop();
});

it('an upload of which one node refuses the first chunk continues at the other', async () => {
  const [one, other] = clients as [Client, Client];
  const upload = sampleUpload();
  const slow = beginUpload(`${nodes[1]?.url}${api.addGame.path}`, other.account, ourFields(upload, 0));
  await slow.write(chunkBytes(upload, 0).subarray(0, 500));
  await eventually(async () => expect(await listUnfinished(one)).toHaveLength(1));
  const wrong = { chunkSha256: sha256(Buffer.from('another chunk')) };
  expect((await sendChunk(one, upload, 0, { fields: wrong })).status).toBe(400);
  await slow.write(chunkBytes(upload, 0).subarray(500));
  slow.finish();
  expect((await slow.answer).status).toBe(200);
  await sendAll(one, upload);
  expect((await complete(one, upload)).status).toBe(201);
});

it('an upload continues at a server that starts later, without the chunks that are stored', async () => {
  const [one] = clients as [Client, Client];
  const upload = sampleUpload();
  for (const number of [2, 0]) await sendChunk(one, upload, number);
  const later = await buildApp({ database, dataDir: nodes[0]?.dataDir });
  try {
    const again = createClient(later.url, one.account);
    const [listed] = await listUnfinished(again);
    expect(listed?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([0, 2]);
    for (const number of [1, 3]) await sendChunk(again, upload, number);
    const game = await complete(again, upload);
    expect(game.status).toBe(201);
    expect(await storedSha256(later, game.body._id)).toBe(sha256(upload.archive));
  } finally {
    await later.close();
  }
});

const rounds = [...Array(10).keys()];

it('an upload that both nodes complete makes one game', async () => {
  for (const _ of rounds) {
    const upload = sampleUpload();
    await sendAll(clients[0] as Client, upload);
    const answers = await Promise.all(clients.map((client) => complete(client, upload)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  }
});

it('an upload that one node completes and the other cancels makes a game or leaves nothing', async () => {
  const [one, other] = clients as [Client, Client];
  for (const _ of rounds) {
    const upload = sampleUpload();
    await sendAll(one, upload);
    const before = (await filesUnder(nodes[0]?.dataDir ?? '')).filter((path) => !path.includes('/temp/'));
    const params = { uploadId: upload.uploadId };
    const [game, cancelled] = await Promise.all([
      complete(one, upload),
      other.call(api.cancelUpload, { params }),
    ]);
    expect([game.status, cancelled.status].toSorted()).toEqual(game.status === 201 ? [201, 404] : [200, 404]);
    const stored =
      game.status === 201 ? [await storedPath(nodes[0] as TestApp, game.body._id, 'Windows')] : [];
    expect(await filesUnder(nodes[0]?.dataDir ?? '')).toEqual([...before, ...stored].toSorted());
  }
});
