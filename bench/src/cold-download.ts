// Row: one large file that is on the disk but not in the page cache, sent to one client, compared with nginx.
import { spawnSync } from 'node:child_process';
import http from 'node:http';
import { interleave, median, medianRatio } from './rounds.ts';
import { type Row, ratioRow } from './row.ts';
import { withStoredFile } from './stored-file.ts';

const ROUNDS = 7;

export function measureColdDownload(): Promise<Row[]> {
  return withStoredFile({ isHandedOver: false }, async ({ cellar, nginx, file, path }) => {
    const fetchCold = (port: number, from: string) => {
      forget(file);
      return gbPerSecond(port, from);
    };
    const { ours, yardstick } = await interleave<'ours' | 'yardstick', number>(ROUNDS, {
      ours: () => fetchCold(cellar.port, path),
      yardstick: () => fetchCold(nginx.port, '/big'),
    });
    const speed = (speeds: number[]) => median(speeds, (value) => value);
    return [
      ratioRow('download, not in the page cache', 'GB/s', {
        ours: speed(ours),
        yardstick: speed(yardstick),
        ratio: medianRatio(ours, yardstick, (value) => value),
        atLeast: 0.95,
      }),
    ];
  });
}

/** Removes a file from the page cache. */
function forget(file: string): void {
  const { status, stderr } = spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0']);
  if (status !== 0) throw new Error(`the file can't be removed from the page cache: ${stderr}`);
}

function gbPerSecond(port: number, path: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the download answered ${response.statusCode}`));
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on('end', () => resolve(bytes / 1e6 / (performance.now() - started)));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
