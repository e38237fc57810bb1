// Clients that carry on whatever happens to a node: they repeat failed chunks and resume cut downloads.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { chunkNumbersOf, complete, type SampleUpload, sendChunk } from './sample-upload.ts';

/** What a client may retry: the node is stopping, has just been killed, or cannot reach what it needs. */
const temporary = [408, 502, 503, 504];
const pauseMs = 100;

export interface SentUpload {
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
