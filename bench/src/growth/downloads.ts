// How throughput, processor time and memory change with the number of downloads at once, beside nginx.
import { type CellarServer, untilQuiet } from '../cellar-server.ts';
import { downloadPaths } from '../download-paths.ts';
import { type LoadFigures, runLoad } from '../load.ts';
import type { Nginx } from '../nginx.ts';
import { addPeople } from '../people.ts';
import { residentMb } from '../process-figures.ts';
import { interleave, median, medianRatio } from '../rounds.ts';
import { limitRow, type Row, ratioRow } from '../row.ts';
import { withStoredFile } from '../stored-file.ts';
import { drawGrowth } from './plots.ts';

const DOWNLOADS = [1, 10, 100, 1000];
const ROUNDS = 3;

export function measureGrowthByDownloads(): Promise<Row[]> {
  return withStoredFile({ isHandedOver: false }, async ({ cellar, nginx, gameId }) => {
    await untilQuiet(cellar.pid);
    const idleMb = residentMb(cellar.pid);
    const emails = addPeople(cellar.dataDir, 10);
    const runs: Awaited<ReturnType<typeof compare>>[] = [];
    for (const streams of DOWNLOADS) {
      const paths = await downloadPaths(cellar, { gameId, emails, connections: streams });
      runs.push(await compare({ cellar, nginx, paths, streams }));
    }
    const curve = (side: 'ours' | 'yardstick', pick: (figures: LoadFigures) => number) =>
      runs.map((run) => median(run[side], pick));
    const speeds = { cellar: curve('ours', gbPerSecond), nginx: curve('yardstick', gbPerSecond) };
    const cpus = { cellar: curve('ours', cpuPerGb), nginx: curve('yardstick', cpuPerGb) };
    const added = curve('ours', (figures) => figures.residentMb - idleMb);
    drawGrowth('downloads', DOWNLOADS, [
      { title: 'Throughput of all together', unit: 'GB/s', curves: speeds },
      { title: 'Processor time of the server', unit: 's per GB', curves: cpus },
      { title: 'Memory that downloads add', unit: 'MB', curves: { cellar: added } },
    ]);
    return DOWNLOADS.flatMap((count, at) => {
      const { ours, yardstick } = runs[at] as (typeof runs)[number];
      const figures = (curves: typeof speeds, ratio: number) => ({
        ours: curves.cellar[at] as number,
        yardstick: curves.nginx[at] as number,
        ratio,
      });
      return [
        ratioRow(`${count} downloads`, 'GB/s', figures(speeds, medianRatio(ours, yardstick, gbPerSecond))),
        ratioRow(`${count} downloads, CPU`, 's/GB', figures(cpus, medianRatio(ours, yardstick, cpuPerGb))),
        limitRow(`${count} downloads, added memory`, 'MB', { ours: added[at] as number, atMost: 100 }),
      ];
    });
  });
}

const gbPerSecond = (figures: LoadFigures) => figures.gbPerSecond;
const cpuPerGb = (figures: LoadFigures) => figures.cpuSecondsPerGb;

interface Comparison {
  cellar: CellarServer;
  nginx: Nginx;
  paths: string[];
  streams: number;
}

function compare({ cellar, nginx, paths, streams }: Comparison) {
  const load = { host: '127.0.0.1', streams, warmUpMs: 1500, measureMs: 3000 };
  const fetchFrom = (server: { pid: number; port: number }, from: string | string[]) =>
    runLoad('download-load.ts', { ...load, port: server.port, path: from }, { serverPid: server.pid });
  return interleave<'ours' | 'yardstick', LoadFigures>(ROUNDS, {
    ours: () => fetchFrom(cellar, paths),
    yardstick: () => fetchFrom(nginx, '/big'),
  });
}
