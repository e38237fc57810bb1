// Rows: a download of 30 MB and a page of the catalogue while six chunks wait for a disk that takes three seconds per
// flush, compared with the same without uploads. A small C library, compiled here, delays the flushes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CellarServer, startCellar, untilQuiet } from './cellar-server.ts';
import { writePayload } from './payload.ts';
import { type Row, ratioRow } from './row.ts';
import { uploadChunks } from './upload-file.ts';
import { makeDiskFolder } from './workplace.ts';

const FILE_BYTES = 30 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const UPLOADS = 2;
const CHUNKS = 3;
const SAMPLES = 8;
const AT_MOST = 1.5;

interface Figures {
  downloads: number[];
  pages: number[];
}

export async function measureSlowFlush(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const library = join(dir, 'slow-flush.so');
  if (!compile(library)) {
    console.error('skipping slow-flush: it needs a C compiler (cc)');
    remove();
    return [];
  }
  const storage = join(dir, 'storage');
  mkdirSync(storage);
  const fast = await startCellar(join(dir, 'data'), { STORAGE_URL: `file:${storage}` });
  const gameId = await storeFile(fast, dir).finally(fast.stop);
  const slowly = { LD_PRELOAD: library, SLOW_FLUSH_BENEATH: storage };
  const cellar = await startCellar(join(dir, 'data'), { STORAGE_URL: `file:${storage}`, ...slowly });
  try {
    const path = await cellar.client.downloadPath(gameId);
    await sample(cellar, path);
    const idle = await sample(cellar, path);
    const busy = await whileFlushing(cellar, join(storage, 'temp', 'uploads'), (isOver) =>
      sample(cellar, path, isOver),
    );
    return [
      rowOf('30 MB download, 6 chunks flushing', idle.downloads, busy.downloads),
      rowOf('catalogue page, 6 chunks flushing', idle.pages, busy.pages),
    ];
  } finally {
    await cellar.stop();
    remove();
  }
}

function compile(library: string): boolean {
  const source = fileURLToPath(new URL('../load/slow-flush.c', import.meta.url));
  return (
    spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source], { stdio: 'inherit' }).status === 0
  );
}

async function storeFile(cellar: CellarServer, dir: string): Promise<string> {
  const payload = writePayload(join(dir, 'file'), FILE_BYTES);
  const plan = await uploadChunks(cellar, payload, { name: 'slow-flush', chunks: 1 });
  const { gameId } = await cellar.client.completeUpload(plan);
  await untilQuiet(cellar.pid);
  return gameId;
}

async function sample({ client, port }: CellarServer, path: string, isOver = () => false): Promise<Figures> {
  const figures: Figures = { downloads: [], pages: [] };
  for (let at = 0; at < SAMPLES && !isOver(); at += 1) {
    figures.downloads.push(
      await timed(async () => {
        const bytes = await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
        if (bytes.byteLength !== FILE_BYTES) throw new Error(`the download has ${bytes.byteLength} bytes`);
      }),
    );
    figures.pages.push(await timed(() => client.get('/api/games')));
  }
  return figures;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures after all chunks were written and before their flushes end. */
async function whileFlushing(
  cellar: CellarServer,
  folder: string,
  measure: (isOver: () => boolean) => Promise<Figures>,
): Promise<Figures> {
  const payload = writePayload(join(folder, '..', 'payload'), CHUNK_BYTES);
  const names = Array.from({ length: UPLOADS }, (_, at) => `flushed-${at}`);
  let isOver = false;
  const sending = Promise.all(names.map((name) => uploadChunks(cellar, payload, { name, chunks: CHUNKS })));
  sending.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (bytesIn(folder) < UPLOADS * CHUNKS * CHUNK_BYTES) await sleep(20);
  const figures = await measure(() => isOver);
  await sending;
  return figures;
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).blocks * 512, 0);
}

function rowOf(name: string, idle: number[], busy: number[]): Row {
  // The mean instead of the median, because only the first few samples may wait for the flushes.
  const mean = (times: number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return ratioRow(name, 'ms', { ours: mean(busy), yardstick: mean(idle), atMost: AT_MOST, digits: 1 });
}
