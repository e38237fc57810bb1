// Rows: uploads to an S3 store through the server, compared with the same parts sent straight to the store; downloads through
// the server, and by a redirect to the store, compared with reading straight from the store.
import { join } from 'node:path';
import { type CellarServer, startCellar, untilQuiet } from './cellar-server.ts';
import { type LoadFigures, runLoadOnce } from './load.ts';
import { type Payload, writePayload } from './payload.ts';
import { peakResidentMb } from './process-figures.ts';
import { interleave, median, medianRatio } from './rounds.ts';
import { limitRow, type Row, ratioRow } from './row.ts';
import { type BenchStore, startStore } from './s3-store.ts';
import { uploadChunks } from './upload-file.ts';
import { makeMemoryFolder } from './workplace.ts';

const CHUNK_BYTES = 50 * 1024 * 1024;
/** The store keeps aborted uploads in memory for hours, so all rounds together must fit. */
const CHUNKS = 8;
const AT_ONCE = 4;
const MANY = 16;
const ROUNDS = 7;
const STREAMS = [1, 16];

interface Parts {
  dir: string;
  store: BenchStore;
  payload: Payload;
  /** Starts a server that stops at the end. */
  start(env?: Record<string, string>): Promise<CellarServer>;
}

export async function measureS3(): Promise<Row[]> {
  const uploads = await withStore(measureUploads);
  // In a new store, because the old one is almost full.
  return [...uploads, ...(await withStore(measureDownloads))];
}

async function withStore(measure: (parts: Parts) => Promise<Row[]>): Promise<Row[]> {
  const { dir, remove } = makeMemoryFolder(2 * CHUNK_BYTES);
  const store = await startStore();
  const running: CellarServer[] = [];
  try {
    const payload = writePayload(join(dir, 'payload'), CHUNK_BYTES);
    const start = async (env = {}) => {
      const cellar = await startCellar(join(dir, 'data'), { ...store.env, ...env });
      running.push(cellar);
      return cellar;
    };
    return await measure({ dir, store, payload, start });
  } finally {
    for (const cellar of running) await cellar.stop();
    await store.stop();
    remove();
  }
}

async function measureUploads({ store, payload, start }: Parts): Promise<Row[]> {
  const cellar = await start();
  const runs = await interleave<'ours' | 'yardstick', LoadFigures>(ROUNDS, {
    ours: () => uploadThrough(cellar, payload, { chunks: CHUNKS, atOnce: AT_ONCE }),
    yardstick: () => uploadStraight(store, payload),
  });
  await cellar.stop();
  // Another process, because the rounds above have used memory too.
  const fresh = await start();
  await uploadThrough(fresh, payload, { chunks: MANY, atOnce: MANY });
  return [
    speedRow(`s3 upload, ${AT_ONCE} chunks of 50 MB`, runs.ours, {
      yardstick: runs.yardstick,
      atLeast: 0.75,
    }),
    limitRow(`s3 upload, ${MANY} chunks at once, peak resident`, 'MB', {
      ours: peakResidentMb(fresh.pid),
      atMost: 250,
    }),
  ];
}

async function uploadThrough(
  cellar: CellarServer,
  payload: Payload,
  { chunks, atOnce }: { chunks: number; atOnce: number },
): Promise<LoadFigures> {
  const { file: payloadFile, bytes: chunkBytes, sha256: chunkSha256 } = payload;
  const plan = { title: 'Upload', uploadId: 's3-row', chunkBytes, totalChunks: chunks, chunkSha256 };
  const requests = cellar.client.chunkRequests(plan);
  const load = { host: '127.0.0.1', port: cellar.port, payloadFile, requests, atOnce, isHashed: true };
  const figures = await runLoadOnce('upload-load.ts', load, cellar.pid);
  await cellar.client.cancelUpload(plan.uploadId);
  await untilQuiet(cellar.pid);
  return figures;
}

/** The SDK hashes each part before it sends it, and the store verifies the digest, as in the uploads through the server. */
async function uploadStraight(store: BenchStore, payload: Payload): Promise<LoadFigures> {
  const upload = await store.beginUpload('straight');
  const { endpoint, credentials } = store;
  const load = { endpoint, credentials, upload, payloadFile: payload.file, parts: CHUNKS, atOnce: AT_ONCE };
  // Only the speed is used: no server of ours takes part.
  const figures = await runLoadOnce('s3-upload-load.ts', load, process.pid);
  await store.abortUpload(upload);
  return figures;
}

async function measureDownloads({ payload, start }: Parts): Promise<Row[]> {
  const cellar = await start();
  const redirecting = await start({ ACCEL: 'redirect' });
  const plan = await uploadChunks(cellar, payload, { name: 's3', chunks: CHUNKS });
  const { gameId } = await cellar.client.completeUpload(plan);
  for (const { pid } of [cellar, redirecting]) await untilQuiet(pid);
  const path = await cellar.client.downloadPath(gameId);
  const rows: Row[] = [];
  for (const streams of STREAMS) {
    const fetchFrom = (pid: number, address: string) => {
      const { hostname, port, pathname, search } = new URL(address);
      const target = { host: hostname, port: Number(port), path: pathname + search };
      return runLoadOnce('download-load.ts', { ...target, streams, warmUpMs: 700, measureMs: 2000 }, pid);
    };
    const [proxied, redirected] = [cellar, redirecting].map(({ port }) => `http://127.0.0.1:${port}${path}`);
    const straight = await addressAtStore(redirected ?? '');
    const runs = await interleave<'proxied' | 'redirected' | 'yardstick', LoadFigures>(ROUNDS, {
      proxied: () => fetchFrom(cellar.pid, proxied ?? ''),
      redirected: () => fetchFrom(redirecting.pid, redirected ?? ''),
      yardstick: () => fetchFrom(process.pid, straight),
    });
    const name = `s3 download, ${streams} stream${streams === 1 ? '' : 's'}`;
    const { yardstick } = runs;
    rows.push(speedRow(name, runs.proxied, { yardstick, atLeast: 0.8 }));
    rows.push(speedRow(`${name}, redirected`, runs.redirected, { yardstick, atLeast: 0.95 }));
  }
  return rows;
}

async function addressAtStore(address: string): Promise<string> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const location = headers.get('location');
  if (!location) throw new Error('the server did not redirect to the store');
  return location;
}

function speedRow(
  name: string,
  ours: LoadFigures[],
  { yardstick, atLeast }: { yardstick: LoadFigures[]; atLeast: number },
): Row {
  const speed = ({ gbPerSecond }: LoadFigures) => gbPerSecond;
  return ratioRow(name, 'GB/s', {
    ours: median(ours, speed),
    yardstick: median(yardstick, speed),
    ratio: medianRatio(ours, yardstick, speed),
    atLeast,
  });
}
