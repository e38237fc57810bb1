// Measures the server every few seconds.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CellarServer } from '../cellar-server.ts';
import { cpuSeconds, machineCpuSeconds, residentMb } from '../process-figures.ts';
import type { Site } from './site.ts';

export interface Sample {
  minute: number;
  residentMb: number;
  heapMb: number;
  /** Memory of V8's objects outside the heap: buffers. */
  externalMb: number;
  handles: number;
  threads: number;
  /** Milliseconds that timers are late, of the time since the last sample. */
  delayP99: number;
  /** Of the process, in cores. */
  cores: number;
  /** Used by other processes than the server and the soak. */
  otherCores: number;
  /** Stored files and chunks of unfinished uploads. */
  filesMb: number;
  /** With SQLite's write-ahead log. */
  databaseMb: number;
  requestsPerSecond: number;
  downloadedMbPerSecond: number;
  /** Milliseconds of the answers since the last sample. */
  p50: number;
  p99: number;
  /** Answers that must not occur, since the start. */
  problems: number;
}

export const sampleSeconds = 5;

/** Returns when the soak is over. Rejects if the server has ended or gives no metrics. */
export async function takeSamples(
  cellar: CellarServer,
  site: Site,
  onSample: (sample: Sample) => void,
): Promise<void> {
  const started = performance.now();
  const spent = () => spentSoFar(cellar, site);
  // The delays before the soak do not count.
  await readMetrics(cellar);
  site.tally.times = [];
  for (let before = spent(); !site.over.aborted; ) {
    await pause(sampleSeconds * 1000, undefined, { signal: site.over }).catch(() => undefined);
    if (site.over.aborted) return;
    const now = spent();
    const seconds = (now.at - before.at) / 1000;
    const times = site.tally.times.sort((a, b) => a - b);
    site.tally.times = [];
    onSample({
      minute: (now.at - started) / 60_000,
      ...(await measureServer(cellar)),
      cores: (now.server - before.server) / seconds,
      // The clocks of processes and of the machine differ a little.
      otherCores: Math.max(0, (now.others - before.others) / seconds),
      requestsPerSecond: (now.requests - before.requests) / seconds,
      downloadedMbPerSecond: (now.downloadedBytes - before.downloadedBytes) / 1e6 / seconds,
      p50: times[Math.floor(times.length / 2)] ?? 0,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
      problems: now.wrongBytes + now.unexpected,
    });
    before = now;
  }
}

function spentSoFar({ pid }: CellarServer, { tally }: Site) {
  const server = cpuSeconds(pid);
  const { user, system } = process.cpuUsage();
  const others = machineCpuSeconds() - server - (user + system) / 1e6;
  return { at: performance.now(), server, others, ...tally.counts };
}

async function measureServer(cellar: CellarServer) {
  const metrics = await readMetrics(cellar);
  return {
    residentMb: residentMb(cellar.pid),
    heapMb: metrics('nodejs_heap_size_used_bytes') / 1e6,
    externalMb: metrics('nodejs_external_memory_bytes') / 1e6,
    handles: countHandles(cellar),
    threads: Number(/^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${cellar.pid}/status`, 'utf8'))?.[1]),
    delayP99: metrics('nodejs_eventloop_lag_p99_seconds') * 1000,
    filesMb: bytesOfFiles(cellar) / 1e6,
    databaseMb: bytesOfDatabase(cellar) / 1e6,
  };
}

async function readMetrics({ port }: CellarServer): Promise<(name: string) => number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (!response.ok) throw new Error(`the metrics answered ${response.status}`);
  const text = await response.text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Not a number if the server has ended. */
export function countHandles({ pid }: CellarServer): number {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : Number.NaN;
}

/** Without pictures, which the server only reads. */
export function bytesOfFiles({ dataDir }: CellarServer): number {
  return ['files', 'temp'].reduce((sum, folder) => sum + bytesBelow(join(dataDir, folder)), 0);
}

/**
 * The write-ahead log is written from its start again when a checkpoint ends while nobody reads. How long it grows until then is
 * chance, so only what is beyond its limit (`ordinaryPages` in the server's database.ts, and one large transaction) counts.
 */
const ordinaryLogBytes = 110e6;

function bytesOfDatabase({ dataDir }: CellarServer): number {
  const log = sizeOf(join(dataDir, 'cellar.db-wal'));
  return sizeOf(join(dataDir, 'cellar.db')) + Math.max(0, log - ordinaryLogBytes);
}

/** A folder or file that has just been removed has no bytes. */
function bytesBelow(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesBelow(path) : sizeOf(path));
    }, 0);
  } catch {
    return 0;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
