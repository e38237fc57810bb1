// Rows: the same uploads and downloads with what other servers in Node are usually made of: the reference server of the tus
// protocol, and Fastify's plugin for files.
import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/free-port.mjs';
import { type BackgroundLoad, startLoad } from './background-load.ts';
import { type CellarServer, firstAdmin, startCellar, untilQuiet } from './cellar-server.ts';
import { downloadPaths } from './download-paths.ts';
import { type LoadFigures, runLoad } from './load.ts';
import { type Payload, writePayload } from './payload.ts';
import { interleave, median, medianRatio } from './rounds.ts';
import { type Row, ratioRow } from './row.ts';
import { findStored, storeFile } from './stored-file.ts';
import { makeDiskFolder, makeMemoryFolder } from './workplace.ts';

const CHUNK_BYTES = 50 * 1024 * 1024;
const CHUNKS = 20;
const STREAMS = [1, 16, 64];
const ROUNDS = 5;

interface Rival extends BackgroundLoad<null> {
  port: number;
}

export async function measureRivals(): Promise<Row[]> {
  return [...(await measureUploads()), ...(await measureDownloads())];
}

async function measureUploads(): Promise<Row[]> {
  const { dir, remove } = makeMemoryFolder(CHUNK_BYTES * (2 * CHUNKS + 2));
  const running: { stop(): Promise<unknown> }[] = [];
  try {
    const cellar = await startCellar(join(dir, 'data'));
    running.push(cellar);
    const directory = join(dir, 'tus');
    mkdirSync(directory);
    const tus = await startRival('tus-server.ts', { directory });
    running.push(tus);
    const payload = writePayload(join(dir, 'payload'), CHUNK_BYTES);
    // With tus, the chunks of a file follow each other.
    const { three, one, rival } = await interleave<'three' | 'one' | 'rival', LoadFigures>(ROUNDS, {
      three: () => uploadToCellar(cellar, payload, 3),
      one: () => uploadToCellar(cellar, payload, 1),
      rival: () => uploadToTus(tus, payload),
    });
    return [
      compare('upload, 3 chunks at once, beside tus', three, rival),
      compare('upload, 1 chunk at once, beside tus', one, rival),
    ];
  } finally {
    for (const server of running) await server.stop();
    remove();
  }
}

async function startRival(generator: string, load: object): Promise<Rival> {
  const port = await freePort();
  return { port, ...(await startLoad<null>(generator, { port, ...load })) };
}

function uploadToCellar(cellar: CellarServer, payload: Payload, atOnce: number): Promise<LoadFigures> {
  const plan = { title: 'Upload', uploadId: 'rival', chunkBytes: payload.bytes, totalChunks: CHUNKS };
  const requests = cellar.client.chunkRequests(plan);
  const load = { host: '127.0.0.1', port: cellar.port, payloadFile: payload.file, requests, atOnce };
  return runLoad('upload-load.ts', load, {
    serverPid: cellar.pid,
    after: () => cellar.client.cancelUpload(plan.uploadId),
  });
}

async function uploadToTus({ port, pid }: Rival, payload: Payload): Promise<LoadFigures> {
  const uploads = `http://127.0.0.1:${port}/uploads`;
  const call = async (url: string, method: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { method, headers: { 'tus-resumable': '1.0.0', ...headers } });
    if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
  };
  const begin = () => call(uploads, 'POST', { 'upload-length': String(payload.bytes * CHUNKS) });
  const end = () => call(`${uploads}/big-file`, 'DELETE');
  const requests = Array.from({ length: CHUNKS }, (_, chunk) => ({
    before: [
      'PATCH /uploads/big-file HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Tus-Resumable: 1.0.0',
      `Upload-Offset: ${chunk * payload.bytes}`,
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${payload.bytes}\r\n\r\n`,
    ].join('\r\n'),
    after: '',
  }));
  await begin();
  const load = { host: '127.0.0.1', port, payloadFile: payload.file, requests, atOnce: 1 };
  const figures = await runLoad('upload-load.ts', load, {
    serverPid: pid,
    after: async () => {
      await end();
      await begin();
    },
  });
  await end();
  return figures;
}

async function measureDownloads(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const running: { stop(): Promise<unknown> }[] = [];
  try {
    const dataDir = join(dir, 'data');
    const gameId = await storeFile(dataDir, dir);
    const cellar = await startCellar(dataDir);
    running.push(cellar);
    const root = join(dir, 'static');
    mkdirSync(root);
    linkSync(findStored(dataDir), join(root, 'big'));
    const rival = await startRival('static-server.ts', { root });
    running.push(rival);
    await untilQuiet(cellar.pid);
    const connections = Math.max(...STREAMS);
    const paths = await downloadPaths(cellar, { gameId, emails: [firstAdmin.email], connections });
    const rows: Row[] = [];
    for (const streams of STREAMS) {
      const fetchFrom = ({ port, pid }: { port: number; pid: number }, from: string | string[]) => {
        const load = { host: '127.0.0.1', port, path: from, streams, warmUpMs: 700, measureMs: 2000 };
        return runLoad('download-load.ts', load, { serverPid: pid });
      };
      const sides = await interleave<'ours' | 'rival', LoadFigures>(ROUNDS, {
        ours: () => fetchFrom(cellar, paths),
        rival: () => fetchFrom(rival, '/big'),
      });
      rows.push(compare(`download, ${streams} at once, beside @fastify/static`, sides.ours, sides.rival));
    }
    return rows;
  } finally {
    for (const server of running) await server.stop();
    remove();
  }
}

function compare(name: string, ours: LoadFigures[], rival: LoadFigures[]): Row {
  const speed = ({ gbPerSecond }: LoadFigures) => gbPerSecond;
  return ratioRow(name, 'GB/s', {
    ours: median(ours, speed),
    yardstick: median(rival, speed),
    ratio: medianRatio(ours, rival, speed),
  });
}
