// Rows: the slowest statement on the event loop compared with a reference statement of 20 ms, when every endpoint is
// called and every job runs once on a very large library; and the delay of the event loop while the jobs run.
import { join } from 'node:path';
import type { EveryStatementResult } from '../load/statement-messages.ts';
import { firstAdmin } from './cellar-server.ts';
import { forkGenerator } from './load.ts';
import { limitRow, plainRow, type Row, ratioRow } from './row.ts';
import { copySeededLibrary, largestLibrary } from './seeded-library.ts';
import { makeDiskFolder } from './workplace.ts';

const mostDelayMs = 50;
const shownLetters = 160;

export async function measureQueries(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  try {
    const dataDir = join(dir, 'data');
    copySeededLibrary(largestLibrary.games, dataDir, largestLibrary.options);
    const result = await runOnce(dataDir);
    printStatements(result);
    const [slowest] = result.slowest;
    return [
      {
        ...ratioRow('slowest statement on the event loop (reference: 20 ms)', 'ms', {
          ours: slowest?.cpuMs ?? 0,
          yardstick: result.referenceMs,
          atMost: 1,
          digits: 1,
        }),
        isRule: true,
      },
      limitRow('event loop late while jobs run, p99', 'ms', {
        ours: result.duringJobs.p99Ms,
        atMost: mostDelayMs,
        digits: 1,
      }),
      plainRow('event loop late while jobs run, at most', 'ms', result.duringJobs.maxMs, 1),
      plainRow('event loop late while idle, p99', 'ms', result.idle.p99Ms, 1),
    ];
  } finally {
    remove();
  }
}

function runOnce(dataDir: string): Promise<EveryStatementResult> {
  const child = forkGenerator('every-statement.ts');
  return new Promise((resolve, reject) => {
    child.on('message', (message: { result: EveryStatementResult } | { error: string }) => {
      if ('error' in message) reject(new Error(message.error));
      else resolve(message.result);
    });
    child.once('exit', (code) => reject(new Error(`every-statement.ts ended with code ${code}`)));
    child.send({ dataDir, admin: firstAdmin });
  });
}

function printStatements({ slowest, notCalled }: EveryStatementResult): void {
  for (const { sql, during, cpuMs, wallMs, times } of slowest) {
    console.error(`${cpuMs.toFixed(1)} ms (${wallMs.toFixed(1)} ms elapsed, ${times} times), ${during}`);
    console.error(`    ${sql.replace(/\s+/g, ' ').slice(0, shownLetters)}`);
  }
  if (notCalled.length > 0) console.error(`Not called: ${notCalled.join(', ')}.`);
}
