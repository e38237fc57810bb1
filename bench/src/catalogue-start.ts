// Rows: the time from the start of the process to the first answer of the catalogue, with 100,000 games and with none.
import { startCellar, timeFirstAnswer } from './cellar-server.ts';
import { interleave, median } from './rounds.ts';
import { limitRow, type Row } from './row.ts';

const ROUNDS = 3;
const MOST_SECONDS = 1.5;

interface Libraries {
  dataDir: string;
  /** The token of a session in `dataDir`. */
  token: string;
  /** The folder for an empty library. */
  emptyDir: string;
}

export async function measureStart({ dataDir, token, emptyDir }: Libraries): Promise<Row[]> {
  const empty = await startCellar(emptyDir);
  await empty.stop();
  const times = await interleave<'full' | 'empty', number>(ROUNDS, {
    full: () => timeFirstAnswer(dataDir, token),
    empty: () => timeFirstAnswer(emptyDir, empty.client.token),
  });
  const row = (name: string, ms: number[]) =>
    limitRow(name, 's', { ours: median(ms, (value) => value) / 1000, atMost: MOST_SECONDS, digits: 2 });
  return [
    row('start to the first answer, 100,000 games', times.full),
    row('start to the first answer, no games', times.empty),
  ];
}
