// Rows: one large file from the page cache to 1, 16 and 64 clients, sent by the server and handed over to nginx
// (X-Accel-Redirect), compared with nginx sending the same file itself.
import { type CellarServer, firstAdmin } from './cellar-server.ts';
import { downloadPaths } from './download-paths.ts';
import { type LoadFigures, runLoad } from './load.ts';
import type { Nginx } from './nginx.ts';
import { interleave, median } from './rounds.ts';
import { limitRow, type Row, ratioRow } from './row.ts';
import { withStoredFile } from './stored-file.ts';

const STREAMS = [1, 16, 64];
const ROUNDS = 5;

export function measureDownload(): Promise<Row[]> {
  return withStoredFile({ isHandedOver: true }, async ({ cellar, nginx, gameId }) => {
    const connections = Math.max(...STREAMS);
    const paths = await downloadPaths(cellar, { gameId, emails: [firstAdmin.email], connections });
    const rows: Row[] = [];
    for (const streams of STREAMS) rows.push(...(await compare(cellar, nginx, { paths, streams })));
    return rows;
  });
}

async function compare(
  cellar: CellarServer,
  nginx: Nginx,
  { paths, streams }: { paths: string[]; streams: number },
): Promise<Row[]> {
  const load = { host: '127.0.0.1', streams, warmUpMs: 700, measureMs: 2000 };
  const fetchFrom = (server: { pid: number; port: number }, from: string | string[]) =>
    runLoad('download-load.ts', { ...load, port: server.port, path: from }, { serverPid: server.pid });
  const sides = await interleave<'ours' | 'handedOver' | 'yardstick', LoadFigures>(ROUNDS, {
    ours: () => fetchFrom(cellar, paths),
    handedOver: () => fetchFrom(nginx, paths),
    yardstick: () => fetchFrom(nginx, '/big'),
  });
  const { ours, handedOver, yardstick } = sides;
  const speed = (figures: LoadFigures[]) => median(figures, ({ gbPerSecond }) => gbPerSecond);
  const cpu = (figures: LoadFigures[]) => median(figures, ({ cpuSecondsPerGb }) => cpuSecondsPerGb);
  const name = `download, ${streams} stream${streams === 1 ? '' : 's'}`;
  const rows = [
    ratioRow(name, 'GB/s', { ours: speed(ours), yardstick: speed(yardstick), atLeast: 1.05 }),
    ratioRow(`${name}, CPU`, 's/GB', { ours: cpu(ours), yardstick: cpu(yardstick), atMost: 1, digits: 3 }),
    ratioRow(`${name}, X-Accel-Redirect`, 'GB/s', {
      ours: speed(handedOver),
      yardstick: speed(yardstick),
      atLeast: 0.97,
    }),
  ];
  if (streams < 64) return rows;
  const resident = Math.max(...ours.map(({ residentMb }) => residentMb));
  return [...rows, limitRow(`${name}, resident`, 'MB', { ours: resident, atMost: 130 })];
}
