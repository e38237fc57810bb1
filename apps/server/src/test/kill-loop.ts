// Uploads a file while the server is killed repeatedly at random moments.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { expect } from 'vitest';
import { type Client, createClient } from './client.ts';
import { sampleArchive } from './factories.ts';
import {
  chunkNumbersOf,
  complete,
  listUnfinished,
  type SampleUpload,
  sampleUpload,
  sendChunk,
} from './sample-upload.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { createTestDatabase } from './test-database.ts';
import { filesUnder, sha256 } from './traces.ts';

interface Loop {
  size: number;
  chunkSize: number;
  kills: number;
}

export interface KillReport {
  kills: number;
  /** The number of chunks. `sent` is the number of requests that sent them. */
  chunks: number;
  sent: number;
  /** The numbers of the chunks that were sent again although they had been acknowledged. */
  sentAgain: number[];
  seconds: number;
}

const inFlight = 3;
/** The approximate time that a chunk takes. Kills come at any time between its first byte and its acknowledgment. */
const chunkMs = 60;

/** The state of the client, which survives the kills. */
interface Sender {
  upload: SampleUpload;
  acknowledged: Set<number>;
  sent: number;
  sentAgain: number[];
}

/** Uploads the file despite the kills, and checks the result. Reports acknowledged chunks that had to be sent again. */
export async function runKillLoop({ size, chunkSize, kills }: Loop): Promise<KillReport> {
  const begun = Date.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'cellar-kill-'));
  const database = await createTestDatabase();
  const upload = sampleUpload({ archive: sampleArchive(size), chunkSize });
  const sender: Sender = { upload, acknowledged: new Set(), sent: 0, sentAgain: [] };
  let server = await startServer({ dataDir, env: database.env });
  try {
    const { account } = await server.logIn();
    for (let left = kills; left > 0; left -= 1) {
      await sendUntilKilled(server, createClient(server.url, account), sender, left);
      server = await startServer({ dataDir, env: database.env });
    }
    const client = createClient(server.url, account);
    await sendMissing(client, sender, () => undefined);
    await expectWhole(client, sender);
    expect(await filesUnder(dataDir)).toHaveLength(1);
  } finally {
    await server.kill();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const { sent, sentAgain } = sender;
  return {
    kills,
    chunks: chunkNumbersOf(upload).length,
    sent,
    sentAgain,
    seconds: (Date.now() - begun) / 1000,
  };
}

async function sendUntilKilled(
  server: ServerProcess,
  client: Client,
  sender: Sender,
  killsLeft: number,
): Promise<void> {
  const { upload, acknowledged } = sender;
  // Spreads the kills over the whole upload, so that the last kills also interrupt chunks.
  const rest = chunkNumbersOf(upload).length - acknowledged.size;
  const target = acknowledged.size + Math.floor((Math.random() * 2 * rest) / (killsLeft + 1));
  let dying: Promise<void> | undefined;
  const killWhenDue = () => {
    if (acknowledged.size < target) return;
    dying ??= sleep(Math.random() * chunkMs).then(() => server.kill());
  };
  try {
    await sendMissing(client, sender, killWhenDue);
  } finally {
    await (dying ?? server.kill());
  }
}

/** Sends the missing chunks until the connection breaks. Calls `onStep` before and after each chunk. */
async function sendMissing(client: Client, sender: Sender, onStep: () => void): Promise<void> {
  const { upload, acknowledged } = sender;
  const listed = await storedChunks(client, upload);
  // Every acknowledged chunk must still be stored.
  expect([...acknowledged].filter((number) => !listed.has(number))).toEqual([]);
  const rest = chunkNumbersOf(upload).filter((number) => !listed.has(number));
  const send = async () => {
    for (let number = rest.shift(); number !== undefined; number = rest.shift()) {
      if (acknowledged.has(number)) sender.sentAgain.push(number);
      sender.sent += 1;
      onStep();
      const answer = await sendChunk(client, upload, number).catch(() => undefined);
      if (!answer) return;
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      acknowledged.add(number);
      onStep();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, send));
}

async function storedChunks(client: Client, { uploadId }: SampleUpload): Promise<Set<number>> {
  const upload = (await listUnfinished(client)).find((listed) => listed.uploadId === uploadId);
  return new Set(upload?.chunks.map(({ chunkNumber }) => chunkNumber));
}

async function expectWhole(client: Client, { upload }: Sender): Promise<void> {
  const game = await complete(client, upload);
  expect(game.status, JSON.stringify(game.body)).toBe(201);
  const params = { id: game.body._id, platform: upload.platform };
  const ticket = await client.call(api.createTicket, { params, json: { downloadId: 'd1' } });
  const { body } = await client.fetch(ticket.body.url);
  const hash = createHash('sha256');
  for await (const piece of body ?? []) hash.update(piece);
  expect(hash.digest('hex')).toBe(sha256(upload.archive));
}
