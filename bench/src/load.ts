// Runs a load generator as a separate process and measures the processor time and memory of the server. Repeats the measurement
// if other processes were busy, since they would distort it.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, machineCpuSeconds, residentMb } from './process-figures.ts';

export interface LoadFigures {
  gbPerSecond: number;
  /** The processor time of the server and its children. */
  cpuSecondsPerGb: number;
  /** The memory of the server's main process at the end. */
  residentMb: number;
  /** The number of cores that other processes used. */
  foreignCores: number;
}

type Message<Result> = 'measuring' | 'measured' | { result: Result } | { error: string };

const TRIES = 4;
const MOST_FOREIGN_CORES = 0.1;

/** `generator` is a file in load/, which receives `load`. `after` cleans up after each attempt. */
export async function runLoad(
  generator: string,
  load: object,
  { serverPid, after }: { serverPid: number; after?: () => Promise<void> },
): Promise<LoadFigures> {
  let best: LoadFigures | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const figures = await runLoadOnce(generator, load, serverPid);
    await after?.();
    if (!best || figures.foreignCores < best.foreignCores) best = figures;
    if (best.foreignCores <= MOST_FOREIGN_CORES) return best;
  }
  console.error(`other processes used ${best?.foreignCores.toFixed(1)} cores during the measurement`);
  return best as LoadFigures;
}

/** Uses advanced serialization, which preserves infinite numbers. */
export function forkGenerator(generator: string): ChildProcess {
  return fork(fileURLToPath(new URL(`../load/${generator}`, import.meta.url)), { serialization: 'advanced' });
}

interface Spent {
  server: number;
  generator: number;
  machine: number;
}

/** Measures once, however busy the machine is. */
export async function runLoadOnce(generator: string, load: object, serverPid: number): Promise<LoadFigures> {
  const run = await runGenerator<{ bytes: number; seconds: number }>(generator, load, serverPid);
  const { bytes, seconds } = run.result;
  return {
    gbPerSecond: bytes / 1e9 / seconds,
    cpuSecondsPerGb: run.cpuSeconds / (bytes / 1e9),
    residentMb: run.residentMb,
    foreignCores: run.foreignCores,
  };
}

export interface Run<Result> {
  result: Result;
  /** The processor time of the server during the measurement. */
  cpuSeconds: number;
  /** The memory of the server at the end. */
  residentMb: number;
  foreignCores: number;
}

/** Runs a generator and measures the server between its messages `measuring` and `measured`. */
export function runGenerator<Result>(
  generator: string,
  load: object,
  serverPid: number,
): Promise<Run<Result>> {
  return new Promise((resolve, reject) => {
    const child = forkGenerator(generator);
    const spent = (): Spent & { at: number } => ({
      at: performance.now(),
      server: cpuSeconds(serverPid),
      generator: cpuSeconds(child.pid as number),
      machine: machineCpuSeconds(),
    });
    let before: ReturnType<typeof spent> | undefined;
    let after: ReturnType<typeof spent> | undefined;
    let resident = 0;
    child.on('message', (message: Message<Result>) => {
      if (message === 'measuring') {
        before = spent();
      } else if (message === 'measured') {
        after = spent();
        resident = residentMb(serverPid);
      } else if ('error' in message) {
        reject(new Error(`${generator}: ${message.error}`));
      } else if (before && after) {
        const seconds = (after.at - before.at) / 1000;
        const server = after.server - before.server;
        const foreign = after.machine - before.machine - server - (after.generator - before.generator);
        resolve({
          result: message.result,
          cpuSeconds: server,
          residentMb: resident,
          foreignCores: foreign / seconds,
        });
      }
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${generator} ended with code ${code}`)));
    child.send(load);
  });
}
