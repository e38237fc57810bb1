import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClient } from '#lib/test-client.ts';
import { compare, type ExpectedFile } from './compare.ts';
import { Repair } from './repair.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const digester = {
  digest: async (piece: Blob) => sha256(new Uint8Array(await piece.arrayBuffer())),
};

const content = randomBytes(35);
const pieces = [
  content.subarray(0, 10),
  content.subarray(10, 20),
  content.subarray(20, 30),
  content.subarray(30),
];
const expected: ExpectedFile = {
  ...{ name: 'Game.zip', size: 35, sha256: sha256(content), pieceLength: 10, digests: pieces.map(sha256) },
};

/** The member's downloads, the newest first. */
let activities: object[];
let tickets: string[];
let ranges: string[];
/** Decides about a request for a range: undefined sends its bytes. */
let decide: (attempt: number) => 'cut' | 'wrong' | 'invalid' | undefined;
let baseUrl: string;
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith('/api/download-activity/my-activity')) {
    response.end(JSON.stringify({ activities }));
  } else if (request.method === 'POST') {
    const { downloadId } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    tickets.push(`${request.url} ${downloadId}`);
    response.writeHead(201).end(JSON.stringify({ url: `${baseUrl}/file` }));
  } else sendRange(request, response);
}

function sendRange({ headers }: IncomingMessage, response: ServerResponse): void {
  const [start = 0, end = 0] = (headers.range ?? '').match(/\d+/g)?.map(Number) ?? [];
  ranges.push(`${headers.range} if ${headers['if-match']}`);
  const decision = decide(ranges.length);
  if (decision === 'invalid')
    return void response.writeHead(403).end(JSON.stringify({ code: 'ticket_invalid', message: 'No.' }));
  const bytes = decision === 'wrong' ? randomBytes(end + 1 - start) : content.subarray(start, end + 1);
  response.writeHead(206, { 'content-length': bytes.length });
  if (decision === 'cut') response.write(bytes.subarray(0, 1), () => response.destroy());
  else response.end(bytes);
}

beforeEach(async () => {
  [activities, tickets, ranges] = [[], [], []];
  decide = () => undefined;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A copy of which the second and the fourth piece are damaged. */
function start() {
  const damaged = Buffer.from(content);
  for (const at of [12, 30]) damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
  const found = pieces.map(({ byteOffset, length }) =>
    sha256(damaged.subarray(byteOffset - content.byteOffset, byteOffset - content.byteOffset + length)),
  );
  let isFinished = false;
  const output = {
    isInPlace: true,
    async write({ start: at }: { start: number }, piece: Blob) {
      damaged.set(new Uint8Array(await piece.arrayBuffer()), at);
    },
    async finish() {
      isFinished = true;
    },
    discard: () => undefined,
  };
  const repair = new Repair({
    api: createTestClient(baseUrl),
    target: { gameId: 'g1', platform: 'Linux' },
    ...{ expected, comparison: compare(expected, damaged.length, found), output },
  });
  const progress: number[] = [];
  const run = () =>
    repair.run({
      digester,
      onProgress: (bytes) => progress.push(bytes),
      signal: new AbortController().signal,
    });
  return { run, progress, isRepaired: () => isFinished && damaged.equals(content) };
}

const ofLinux = { game: { _id: 'g1' }, currentPlatform: 'Linux', extra: null, singleFile: null };

describe('a repair', () => {
  it('fetches what differs with a ticket of the latest download of the file', async () => {
    activities = [
      { ...ofLinux, downloadId: 'of-mac', currentPlatform: 'Mac' },
      { ...ofLinux, downloadId: 'cancelled', isCancelled: true },
      { ...ofLinux, downloadId: 'latest', isCancelled: false },
      { ...ofLinux, downloadId: 'older', isCancelled: false },
    ];
    const { run, progress, isRepaired } = start();
    await run();
    expect(isRepaired()).toBe(true);
    expect(tickets).toEqual(['/api/games/g1/download/Linux latest']);
    expect(ranges).toEqual(['bytes=10-19 if *', 'bytes=30-34 if *']);
    expect(progress).toEqual([10, 15]);
  });

  it('goes on after a cut connection, and with a new ticket for one that no longer holds', async () => {
    decide = (attempt) => (attempt === 1 ? 'cut' : attempt === 2 ? 'invalid' : undefined);
    const { run, isRepaired } = start();
    await run();
    expect(isRepaired()).toBe(true);
    expect(ranges).toHaveLength(4);
    expect(tickets).toHaveLength(2);
    expect(tickets[0]).toMatch(/ repair-\d+-[a-z0-9]+$/);
  });

  it('writes no wrong bytes, and continues where it was', async () => {
    decide = (attempt) => (attempt === 2 ? 'wrong' : undefined);
    const { run, progress, isRepaired } = start();
    await expect(run()).rejects.toMatchObject({ name: 'OtherContentError' });
    expect([progress, isRepaired()]).toEqual([[10], false]);
    await run();
    expect(isRepaired()).toBe(true);
    expect(ranges).toHaveLength(3);
  });
});
