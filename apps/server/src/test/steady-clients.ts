// Clients that retry after a 503, for tests of outages.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import { chunkNumbersOf, complete, type SampleUpload, sendChunk } from './sample-upload.ts';

/** Counts the 503 responses. */
export interface Refusals {
  count: number;
}

async function retryUntil(ask: () => Promise<Answer>, status: number, refusals: Refusals): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status === status) return answer;
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.body.message).not.toBe('');
    refusals.count += 1;
    await sleep(100);
  }
}

/** Uploads a game and returns its id. */
export async function uploadSteadily(
  client: Client,
  upload: SampleUpload,
  refusals: Refusals,
): Promise<string> {
  for (const number of chunkNumbersOf(upload)) {
    await retryUntil(() => sendChunk(client, upload, number), 200, refusals);
    // Makes the upload take longer.
    await sleep(50);
  }
  const { body } = await retryUntil(() => complete(client, upload), 201, refusals);
  return body._id;
}

/** Downloads a file in ranges, one request for each, and returns the digest of the file. */
export async function downloadSteadily(
  client: Client,
  path: string,
  { size, pieces, refusals }: { size: number; pieces: number; refusals: Refusals },
): Promise<string> {
  const hash = createHash('sha256');
  const pieceSize = Math.ceil(size / pieces);
  for (let at = 0; at < size; at += pieceSize) {
    const headers = { range: `bytes=${at}-${at + pieceSize - 1}` };
    const { body } = await retryUntil(() => fetchPiece(client, path, headers), 206, refusals);
    hash.update(body);
    await sleep(50);
  }
  return hash.digest('hex');
}

async function fetchPiece(client: Client, path: string, headers: Record<string, string>): Promise<Answer> {
  const response = await client.fetch(path, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = response.status === 206 ? bytes : JSON.parse(bytes.toString());
  return { status: response.status, headers: response.headers, body };
}

// Clients that carry on whatever happens to a node: they repeat failed chunks and resume cut downloads.

/** What a client may retry: the node is stopping, has just been killed, or cannot reach what it needs. */
const temporary = [408, 502, 503, 504];
const pauseMs = 100;

interface SentUpload {
  gameId: string;
  /** The number of requests that failed and were repeated. */
  repeated: number;
}

/** Uploads a game, and never sends an acknowledged chunk again. */
export async function uploadThrough(
  client: Client,
  upload: SampleUpload,
  beforeChunk: (chunkNumber: number) => Promise<void> = async () => undefined,
): Promise<SentUpload> {
  let repeated = 0;
  async function untilAnswered(status: number, send: () => ReturnType<typeof sendChunk>) {
    for (;;) {
      const answer = await send().catch(() => undefined);
      if (answer?.status === status) return answer;
      if (answer && !temporary.includes(answer.status)) {
        throw new Error(`the upload was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      repeated += 1;
      await sleep(pauseMs);
    }
  }
  for (const number of chunkNumbersOf(upload)) {
    await beforeChunk(number);
    await untilAnswered(200, () => sendChunk(client, upload, number));
  }
  const { body } = await untilAnswered(201, () => complete(client, upload));
  return { gameId: body._id, repeated };
}

export interface ReceivedFile {
  sha256: string;
  /** The number of times the connection was cut or refused. */
  resumed: number;
}

/** Downloads a file, and resumes where a cut connection has left off. `bytesPerSecond` slows the client down. */
export async function downloadThrough(url: string, size: number, bytesPerSecond = 0): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let [position, resumed] = [0, -1];
  while (position < size) {
    resumed += 1;
    if (resumed > 0) await sleep(pauseMs);
    const answer = await fetch(url, { headers: { range: `bytes=${position}-` } }).catch(() => undefined);
    if (!answer) continue;
    if (answer.status !== 206) {
      await answer.arrayBuffer().catch(() => undefined);
      if (temporary.includes(answer.status)) continue;
      throw new Error(`the download was refused: ${answer.status}`);
    }
    try {
      for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
        hash.update(piece);
        position += piece.length;
        if (bytesPerSecond > 0) await sleep((1000 * piece.length) / bytesPerSecond);
      }
    } catch {
      // The connection was cut.
    }
  }
  return { sha256: hash.digest('hex'), resumed };
}

// Clients for copied download links, with the options that users choose to resume downloads over a bad connection.

const run = promisify(execFile);
/** Ends programs that hang, because some retry forever. */
const timeout = 4 * 60_000;

interface DownloadClient {
  name: string;
  /** True if the program is not installed. */
  missing: boolean;
  /** Resolves when the file is complete. */
  download(url: string, path: string): Promise<unknown>;
}

export const downloadClients: DownloadClient[] = [
  { name: 'a client by Range and If-Range', missing: false, download: fetchInPieces },
  {
    ...program('curl'),
    download: (url, path) => again(() => run('curl', ['-qsSf', '-C', '-', '-o', path, url], { timeout })),
  },
  {
    ...program('wget'),
    download: (url, path) =>
      run('wget', ['--no-config', '-qc', '--tries=0', '--waitretry=0', '-O', path, url], { timeout }),
  },
  {
    ...program('aria2c', 'aria2 with four connections'),
    download: (url, path) =>
      run(
        'aria2c',
        [
          ...['--no-conf', '--quiet', '--file-allocation=none', '--max-tries=0', '--retry-wait=0'],
          ...['-x4', '-s4', '-k1M', '-d', dirname(path), '-o', basename(path), url],
        ],
        { timeout },
      ),
  },
];

function program(command: string, name = command) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return { name, missing: !folders.some((folder) => existsSync(join(folder, command))) };
}

/** Repeats curl until it succeeds, like a loop in a user's shell. */
async function again(attempt: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const code = await attempt().then(
      () => 0,
      (error) => error.code,
    );
    if (code === 0) return;
    // Partial file (18), empty response (52), reset connection (56).
    if (![18, 52, 56].includes(code)) throw new Error(`curl ended with ${code}`);
  }
  throw new Error('curl came to no end');
}

async function fetchInPieces(url: string, path: string): Promise<void> {
  let etag = '';
  for (let total = -1, start = 0; start !== total; start = (await stat(path)).size) {
    const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-`, 'if-range': etag } : {};
    const response = await fetch(url, { headers });
    if (response.status !== (start > 0 ? 206 : 200)) throw new Error(`answered with ${response.status}`);
    etag = response.headers.get('etag') ?? '';
    total = start + Number(response.headers.get('content-length'));
    const file = createWriteStream(path, { flags: start > 0 ? 'a' : 'w' });
    // If the connection breaks, the bytes received so far are kept.
    await pipeline(Readable.fromWeb(response.body as never), file).catch(() => undefined);
  }
}
