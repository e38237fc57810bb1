// Runs a load generator as a process of its own, and reads what the loaded server spends meanwhile.
// Measures again when something else was busy on the machine: two cores shared with a third party say little.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, machineCpuSeconds, residentMb } from './process-figures.ts';

export interface LoadFigures {
  gbPerSecond: number;
  /** Of the server and its children. */
  cpuSecondsPerGb: number;
  /** Of the server's main process at the end. */
  residentMb: number;
  /** Cores that neither the server nor the generator kept busy, but somebody else. */
  foreignCores: number;
}

type Message<Result> = 'measuring' | 'measured' | { result: Result } | { error: string };

const TRIES = 4;
const MOST_FOREIGN_CORES = 0.1;

/** `generator` is a file of load/; `load` is what it is sent; `after` cleans up behind each try. */
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
  console.error(`something else kept ${best?.foreignCores.toFixed(1)} cores busy meanwhile`);
  return best as LoadFigures;
}

/** Numbers come through as they are, infinite ones too. */
export function forkGenerator(generator: string): ChildProcess {
  return fork(fileURLToPath(new URL(`../load/${generator}`, import.meta.url)), { serialization: 'advanced' });
}

interface Spent {
  server: number;
  generator: number;
  machine: number;
}

/** One run, however busy the machine is. */
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
  /** Of the server while it was measured. */
  cpuSeconds: number;
  /** Of the server at the end. */
  residentMb: number;
  foreignCores: number;
}

/** Runs a generator, and reads what the server spends between its `measuring` and its `measured`. */
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
