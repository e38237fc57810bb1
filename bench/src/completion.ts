// Row: the final request of a small upload and of one twenty times larger, which must take the same time. The files are in memory:
// 1 GB and 20 GB if there is enough, otherwise 100 MB and 2 GB.
import { join } from 'node:path';
import { type CellarServer, startCellar, untilQuiet } from './cellar-server.ts';
import { type Payload, writePayload } from './payload.ts';
import { interleave, median } from './rounds.ts';
import type { Row } from './row.ts';
import { uploadChunks } from './upload-file.ts';
import { availableMemory, makeMemoryFolder } from './workplace.ts';

const CHUNK_BYTES = 50 * 1024 * 1024;
const ROUNDS = 5;
const MOST_MS = 100;
/** A difference that can occur by chance. */
const NOISE_MS = 20;

export async function measureCompletion(): Promise<Row[]> {
  const hasRoom = availableMemory() > 40e9;
  const [small, large] = hasRoom ? [20, 400] : [2, 40];
  const { dir, remove } = makeMemoryFolder(CHUNK_BYTES * (large + 2));
  const cellar = await startCellar(join(dir, 'data'));
  try {
    const payload = writePayload(join(dir, 'payload'), CHUNK_BYTES);
    const times = await interleave(hasRoom ? 3 : ROUNDS, {
      small: () => timeCompletion(cellar, payload, small),
      large: () => timeCompletion(cellar, payload, large),
    });
    const [ours, yardstick] = [median(times.large, (ms) => ms), median(times.small, (ms) => ms)];
    return [
      {
        name: hasRoom ? 'completion, 20 GB beside 1 GB' : 'completion, 2 GB beside 100 MB',
        ours: `${ours.toFixed(1)} ms`,
        yardstick: `${yardstick.toFixed(1)} ms`,
        ratio: (ours / yardstick).toFixed(2),
        goal: `same, <= ${MOST_MS} ms`,
        ok: ours <= MOST_MS && ours - yardstick <= NOISE_MS,
      },
    ];
  } finally {
    await cellar.stop();
    remove();
  }
}

let uploads = 0;

async function timeCompletion(cellar: CellarServer, payload: Payload, chunks: number): Promise<number> {
  uploads += 1;
  const plan = await uploadChunks(cellar, payload, { name: `completion-${uploads}`, chunks });
  await untilQuiet(cellar.pid);
  const { gameId, ms } = await cellar.client.completeUpload(plan);
  // Otherwise the digest of the file would be computed during the next round.
  await untilQuiet(cellar.pid);
  await cellar.client.deleteGame(gameId);
  return ms;
}
