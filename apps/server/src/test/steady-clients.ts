// Clients that retry after a 503, for tests of outages.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
