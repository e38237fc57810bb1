// Rows: an upload of 1 GB in chunks of 50 MB, three in flight, into memory, without and with a digest of each chunk,
// compared with nginx writing the same requests to files.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CellarServer, startCellar } from './cellar-server.ts';
import { type LoadFigures, runLoad } from './load.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Payload, writePayload } from './payload.ts';
import { interleave, median } from './rounds.ts';
import { type Row, ratioRow } from './row.ts';
import { makeMemoryFolder } from './workplace.ts';

const CHUNK_BYTES = 50 * 1024 * 1024;
const CHUNKS = 20;
const ROUNDS = 5;

export async function measureUpload(): Promise<Row[]> {
  const { dir, remove } = makeMemoryFolder(CHUNK_BYTES * (CHUNKS + 2));
  const running: { stop(): Promise<void> }[] = [];
  try {
    const cellar = await startCellar(join(dir, 'data'));
    running.push(cellar);
    const nginx = await startNginx(join(dir, 'nginx'));
    running.push(nginx);
    return await compare(cellar, nginx, writePayload(join(dir, 'payload'), CHUNK_BYTES));
  } finally {
    for (const server of running) await server.stop();
    remove();
  }
}

async function compare(cellar: CellarServer, nginx: Nginx, payload: Payload): Promise<Row[]> {
  const { plain, digest, yardstick } = await interleave<'plain' | 'digest' | 'yardstick', LoadFigures>(
    ROUNDS,
    {
      plain: () => uploadToCellar(cellar, payload),
      digest: () => uploadToCellar(cellar, payload, payload.sha256),
      yardstick: () => uploadToNginx(nginx, cellar, payload),
    },
  );
  const speed = (figures: LoadFigures[]) => median(figures, ({ gbPerSecond }) => gbPerSecond);
  const row = (name: string, figures: LoadFigures[], atLeast: number) =>
    ratioRow(name, 'GB/s', { ours: speed(figures), yardstick: speed(yardstick), atLeast });
  return [row('upload, 3 chunks of 50 MB', plain, 1.2), row('upload, with SHA-256', digest, 0.85)];
}

async function uploadToCellar(
  cellar: CellarServer,
  payload: Payload,
  chunkSha256?: string,
): Promise<LoadFigures> {
  const plan = { ...planOf(payload), ...(chunkSha256 ? { chunkSha256 } : {}) };
  return runLoad('upload-load.ts', loadOf(cellar, payload, cellar.client.chunkRequests(plan)), {
    serverPid: cellar.pid,
    after: () => cellar.client.cancelUpload(plan.uploadId),
  });
}

/** Sends the same requests with another path. */
async function uploadToNginx(nginx: Nginx, cellar: CellarServer, payload: Payload): Promise<LoadFigures> {
  const requests = cellar.client
    .chunkRequests(planOf(payload))
    .map(({ before, after }) => ({ before: before.replace('POST /api/games ', 'POST /upload '), after }));
  return runLoad('upload-load.ts', loadOf(nginx, payload, requests), {
    serverPid: nginx.pid,
    after: async () => {
      for (const name of readdirSync(nginx.uploadsDir)) rmSync(join(nginx.uploadsDir, name));
    },
  });
}

function planOf(payload: Payload) {
  return { title: 'Upload', uploadId: 'upload-row', chunkBytes: payload.bytes, totalChunks: CHUNKS };
}

function loadOf(server: { port: number }, payload: Payload, requests: object[]): object {
  return { host: '127.0.0.1', port: server.port, payloadFile: payload.file, requests, atOnce: 3 };
}
