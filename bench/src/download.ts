// Rows: one large file from the page cache to 1, 16 and 64 clients, sent by the server and handed over to nginx
// (X-Accel-Redirect), compared with nginx sending the same file itself.
import { globSync, linkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CellarServer, startCellar, untilQuiet } from './cellar-server.ts';
import { type LoadFigures, runLoad } from './load.ts';
import { internalPrefix, type Nginx, startNginx } from './nginx.ts';
import { writePayload } from './payload.ts';
import { interleave, median } from './rounds.ts';
import { limitRow, type Row, ratioRow } from './row.ts';
import { uploadChunks } from './upload-file.ts';
import { makeDiskFolder } from './workplace.ts';

const CHUNK_BYTES = 50 * 1024 * 1024;
const CHUNKS = 20;
const STREAMS = [1, 16, 64];
const ROUNDS = 5;

export async function measureDownload(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const running: { stop(): Promise<void> }[] = [];
  try {
    const dataDir = join(dir, 'data');
    const gameId = await storeFile(dataDir, dir);
    // Another process, because the memory used by the upload would count for the downloads.
    const cellar = await startCellar(dataDir, { ACCEL: `nginx:${internalPrefix}`, TRUST_PROXY: 'loopback' });
    running.push(cellar);
    const behind = { port: cellar.port, filesDir: join(dataDir, 'files') };
    const nginx = await startNginx(join(dir, 'nginx'), behind);
    running.push(nginx);
    linkSync(findStored(dataDir), join(nginx.filesDir, 'big'));
    const path = await cellar.client.downloadPath(gameId);
    const rows: Row[] = [];
    for (const streams of STREAMS) rows.push(...(await compare(cellar, nginx, { path, streams })));
    return rows;
  } finally {
    for (const server of running) await server.stop();
    remove();
  }
}

/** Returns the id of a game with the file, which is in the page cache because its digest was computed. */
export async function storeFile(dataDir: string, dir: string): Promise<string> {
  const cellar = await startCellar(dataDir);
  try {
    const payload = writePayload(join(dir, 'payload'), CHUNK_BYTES);
    const plan = await uploadChunks(cellar, payload, { name: 'download', chunks: CHUNKS });
    const { gameId } = await cellar.client.completeUpload(plan);
    await untilQuiet(cellar.pid);
    return gameId;
  } finally {
    await cellar.stop();
  }
}

export function findStored(dataDir: string): string {
  const size = CHUNK_BYTES * CHUNKS;
  const stored = globSync(join(dataDir, '**/*')).find((path) => statSync(path).size === size);
  if (!stored) throw new Error('the stored file was not found in the data folder');
  return stored;
}

async function compare(
  cellar: CellarServer,
  nginx: Nginx,
  { path, streams }: { path: string; streams: number },
): Promise<Row[]> {
  const load = { host: '127.0.0.1', streams, warmUpMs: 700, measureMs: 2000 };
  const fetchFrom = (server: { pid: number; port: number }, from: string) =>
    runLoad('download-load.ts', { ...load, port: server.port, path: from }, { serverPid: server.pid });
  const sides = await interleave<'ours' | 'handedOver' | 'yardstick', LoadFigures>(ROUNDS, {
    ours: () => fetchFrom(cellar, path),
    handedOver: () => fetchFrom(nginx, path),
    yardstick: () => fetchFrom(nginx, '/big'),
  });
  const { ours, handedOver, yardstick } = sides;
  const speed = (figures: LoadFigures[]) => median(figures, ({ gbPerSecond }) => gbPerSecond);
  const cpu = (figures: LoadFigures[]) => median(figures, ({ cpuSecondsPerGb }) => cpuSecondsPerGb);
  const name = `download, ${streams} stream${streams === 1 ? '' : 's'}`;
  const rows = [
    ratioRow(name, 'GB/s', { ours: speed(ours), yardstick: speed(yardstick), atLeast: 1 }),
    ratioRow(`${name}, CPU`, 's/GB', { ours: cpu(ours), yardstick: cpu(yardstick), atMost: 1.5, digits: 3 }),
    ratioRow(`${name}, X-Accel-Redirect`, 'GB/s', {
      ours: speed(handedOver),
      yardstick: speed(yardstick),
      atLeast: 0.95,
    }),
  ];
  if (streams < 64) return rows;
  const resident = Math.max(...ours.map(({ residentMb }) => residentMb));
  return [...rows, limitRow(`${name}, resident`, 'MB', { ours: resident, atMost: 130 })];
}
