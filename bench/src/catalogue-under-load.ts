// Rows: the p99 of the catalogue during 200 concurrent logins and during 500 slow downloads, compared with that without
// load; and the additional memory for the downloads.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenResult } from '../load/open-load.ts';
import { startLoad } from './background-load.ts';
import { type CellarServer, firstAdmin, startCellar, untilQuiet } from './cellar-server.ts';
import { downloadPaths } from './download-paths.ts';
import { runGenerator } from './load.ts';
import { startNginx } from './nginx.ts';
import { type Payload, writePayload } from './payload.ts';
import { addPeople } from './people.ts';
import { residentMb } from './process-figures.ts';
import { median } from './rounds.ts';
import { limitRow, plainRow, type Row, ratioRow } from './row.ts';
import { uploadChunks } from './upload-file.ts';

const ROUNDS = 3;
/** After this time the kernel's buffers are full. Filling them takes more processor time than the rest of the downloads. */
const WARM_UP_MS = 6000;
const LOGINS = 200;
const DOWNLOADS = 500;
const SLOW_BYTES_PER_SECOND = 20_000;
/** Far more than the buffers and the slow connections take during the row. */
const FILE_BYTES = 64 * 1024 * 1024;

interface Place {
  dir: string;
  paths: string[];
}

/** Starts another server, because memory used by earlier rows would hide that of the downloads. */
export async function measureUnderLoad(dataDir: string, place: Place): Promise<Row[]> {
  // The logins come from many addresses, as if through a proxy.
  const storage = join(place.dir, 'storage');
  mkdirSync(storage);
  copyFileSync(join(dataDir, 'cellar-library'), join(storage, 'cellar-library'));
  const env = { STORAGE_URL: `file:${storage}`, TRUST_PROXY: '1' };
  const cellar = await startCellar(dataDir, env);
  try {
    return await measureWith(cellar, place);
  } finally {
    await cellar.stop();
  }
}

async function measureWith(cellar: CellarServer, place: Place): Promise<Row[]> {
  const people = addPeople(cellar.dataDir, LOGINS);
  const logins = { origin: `http://127.0.0.1:${cellar.port}`, emails: people, password: firstAdmin.password };
  const duringLogins = await alternate(cellar, place, {
    begin: () => startLoad<{ logins: number }>('login-load.ts', logins),
  });

  const slow = { host: '127.0.0.1', bytesPerSecond: SLOW_BYTES_PER_SECOND };
  const payload = writePayload(join(place.dir, 'payload'), FILE_BYTES);
  const duringNginx = await withNginx(join(place.dir, 'nginx'), payload, (port) => {
    const downloads = { ...slow, port, paths: Array.from({ length: DOWNLOADS }, () => '/payload') };
    const begin = () => startLoad<{ bytes: number }>('slow-downloads.ts', downloads);
    return alternate(cellar, place, { begin });
  });

  const downloads = { ...slow, port: cellar.port, paths: await prepareDownloads(cellar, payload, people) };
  await untilQuiet(cellar.pid);
  const before = residentMb(cellar.pid);
  const added: number[] = [];
  const begin = () => startLoad<{ bytes: number }>('slow-downloads.ts', downloads);
  const duringLoad = () => added.push(residentMb(cellar.pid) - before);
  const duringStart = await alternate(cellar, place, { begin, duringLoad });
  const duringDownloads = await alternate(cellar, place, { begin, duringLoad, warmUpMs: WARM_UP_MS });
  return [
    ratioRow(`catalogue p99 with ${LOGINS} logins at once`, 'ms', { ...duringLogins, atMost: 1.5 }),
    ratioRow(`catalogue p99 as ${DOWNLOADS} slow downloads begin`, 'ms', { ...duringStart, atMost: 2 }),
    // What the downloads cost even if another process sends them.
    ratioRow('the same, sent by nginx', 'ms', duringNginx),
    ratioRow(`catalogue p99 with ${DOWNLOADS} slow downloads`, 'ms', { ...duringDownloads, atMost: 1.2 }),
    limitRow(`memory that ${DOWNLOADS} slow downloads add`, 'MB', { ours: Math.max(...added), atMost: 50 }),
    plainRow('catalogue, resident with the downloads', 'MB', before + Math.max(...added)),
  ];
}

interface Load {
  begin(): Promise<{ stop(): Promise<unknown> }>;
  /** How long the load runs before the measurement. */
  warmUpMs?: number;
  duringLoad?(): void;
}

/** Measures the p99 alternately with and without the load. */
async function alternate(
  cellar: CellarServer,
  { paths }: Place,
  { begin, warmUpMs = 0, duringLoad }: Load,
): Promise<{ ours: number; yardstick: number }> {
  const times = { perSecond: 200, warmUpMs: 1000, measureMs: 4000 };
  const target = { host: '127.0.0.1', port: cellar.port, tokens: [cellar.client.token], paths, ...times };
  const p99 = async () => (await runGenerator<OpenResult>('open-load.ts', target, cellar.pid)).result.p99;
  const results: { idle: number; loaded: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilQuiet(cellar.pid);
    const idle = await p99();
    const load = await begin();
    await pause(warmUpMs);
    const loaded = await p99();
    duringLoad?.();
    await load.stop();
    results.push({ idle, loaded });
  }
  return {
    ours: median(results, ({ loaded }) => loaded),
    yardstick: median(results, ({ idle }) => idle),
  };
}

/** nginx serves the file at `/payload`. */
async function withNginx<Result>(
  dir: string,
  { file }: Payload,
  measure: (port: number) => Promise<Result>,
): Promise<Result> {
  const nginx = await startNginx(dir);
  try {
    copyFileSync(file, join(nginx.filesDir, 'payload'));
    return await measure(nginx.port);
  } finally {
    await nginx.stop();
  }
}

/** Uploads a large file and returns a path for each download. */
async function prepareDownloads(cellar: CellarServer, payload: Payload, emails: string[]): Promise<string[]> {
  const plan = await uploadChunks(cellar, payload, { name: 'slow-downloads', chunks: 1 });
  const { gameId } = await cellar.client.completeUpload(plan);
  const paths = await downloadPaths(cellar, { gameId, emails, connections: DOWNLOADS });
  return Array.from({ length: DOWNLOADS }, (_, at) => paths[at % paths.length] as string);
}
