// Rows: a member with 32 connections and one with a single connection on a line of limited speed, at three speeds. Both get half of
// it, and together all of it.
import { join } from 'node:path';
import { logIn } from './cellar-client.ts';
import { type CellarServer, firstAdmin, startCellar, untilQuiet } from './cellar-server.ts';
import { runLoadOnce } from './load.ts';
import { writePayload } from './payload.ts';
import { addPeople } from './people.ts';
import { type Row, ratioRow } from './row.ts';
import { uploadChunks } from './upload-file.ts';
import { makeDiskFolder } from './workplace.ts';

const CHUNK_BYTES = 50 * 1024 * 1024;
const CHUNKS = 20;
const MANY = 32;
const MB_PER_SECOND = [4, 40, 125];

export async function measureFairness(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const cellar = await startCellar(join(dir, 'data'));
  try {
    const payload = writePayload(join(dir, 'payload'), CHUNK_BYTES);
    const plan = await uploadChunks(cellar, payload, { name: 'fairness', chunks: CHUNKS });
    const { gameId } = await cellar.client.completeUpload(plan);
    await untilQuiet(cellar.pid);
    const paths: string[] = [];
    for (const email of addPeople(join(dir, 'data'), 2)) {
      const member = await logIn(cellar.port, { ...firstAdmin, email });
      paths.push(await member.downloadPath(gameId));
    }
    const [many = '', single = ''] = paths;
    const rows: Row[] = [];
    for (const speed of MB_PER_SECOND) rows.push(...(await share(cellar, { many, single, speed })));
    return rows;
  } finally {
    await cellar.stop();
    remove();
  }
}

/** `speed`: MB per second. */
async function share(
  cellar: CellarServer,
  { many, single, speed }: { many: string; single: string; speed: number },
): Promise<Row[]> {
  await cellar.client.send('PUT', '/api/admin/download-limits', {
    site: { bytesPerSecond: speed * 1e6 },
  });
  const fetchBy = async (path: string, streams: number) => {
    const load = { host: '127.0.0.1', port: cellar.port, path, streams, warmUpMs: 2000, measureMs: 6000 };
    return (await runLoadOnce('download-load.ts', load, cellar.pid)).gbPerSecond * 1000;
  };
  const [ofMany, ofSingle] = await Promise.all([fetchBy(many, MANY), fetchBy(single, 1)]);
  const [less, more] = [Math.min(ofMany, ofSingle), Math.max(ofMany, ofSingle)];
  return [
    ratioRow(`${speed} MB/s, 32 connections and 1`, 'MB/s', { ours: less, yardstick: more, atLeast: 0.9 }),
    ratioRow(`${speed} MB/s, both together`, 'MB/s', {
      ours: ofMany + ofSingle,
      yardstick: speed,
      atMost: 1.05,
    }),
  ];
}
