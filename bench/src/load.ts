// Runs a load generator as a process of its own, and reads what the loaded server spends meanwhile.
// Measures again when something else was busy on the machine: two cores shared with a third party say little.
import { fork } from 'node:child_process';
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

type Message = 'measuring' | 'measured' | { result: { bytes: number; seconds: number } } | { error: string };

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

interface Spent {
  server: number;
  generator: number;
  machine: number;
}

/** One run, however busy the machine is. */
export function runLoadOnce(generator: string, load: object, serverPid: number): Promise<LoadFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL(`../load/${generator}`, import.meta.url)));
    const spent = (): Spent => ({
      server: cpuSeconds(serverPid),
      generator: cpuSeconds(child.pid as number),
      machine: machineCpuSeconds(),
    });
    let before: Spent | undefined;
    let afterwards: Spent | undefined;
    let resident = 0;
    child.on('message', (message: Message) => {
      if (message === 'measuring') {
        before = spent();
      } else if (message === 'measured') {
        afterwards = spent();
        resident = residentMb(serverPid);
      } else if ('error' in message) {
        reject(new Error(`${generator}: ${message.error}`));
      } else if (before && afterwards) {
        resolve({ ...figuresOf(message.result, before, afterwards), residentMb: resident });
      }
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${generator} ended with code ${code}`)));
    child.send(load);
  });
}

function figuresOf({ bytes, seconds }: { bytes: number; seconds: number }, before: Spent, after: Spent) {
  const gb = bytes / 1e9;
  const [server, generator] = [after.server - before.server, after.generator - before.generator];
  return {
    gbPerSecond: gb / seconds,
    cpuSecondsPerGb: server / gb,
    foreignCores: (after.machine - before.machine - server - generator) / seconds,
  };
}
