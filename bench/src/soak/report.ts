// Writes the report of a soak: a text with the table, and the figures over time as one picture.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { drawPlots, type Plot } from '../plot.ts';
import type { Row } from '../row.ts';
import { warmUpShare } from './rules.ts';
import type { Sample } from './samples.ts';

export interface Report {
  minutes: number;
  /** What was running, in one sentence. */
  load: string;
  rows: Row[];
  samples: Sample[];
  problems: Map<string, number>;
}

type Figure = Exclude<keyof Sample, 'minute'>;

/** The title, the label of the y axis, and the lines with their names. */
const panels: [string, string, Partial<Record<Figure, string>>][] = [
  ['Memory', 'MB', { residentMb: 'resident', heapMb: 'used heap', externalMb: 'buffers' }],
  ['Open handles and threads', 'count', { handles: 'handles', threads: 'threads' }],
  ['Event-loop delay', 'p99 (ms)', { delayP99: 'delay' }],
  ['Time of answers', 'ms', { p50: 'p50', p99: 'p99' }],
  ['Data folder', 'MB', { databaseMb: 'database', filesMb: 'stored files' }],
  ['Requests', 'per second', { requestsPerSecond: 'requests' }],
  ['Downloads', 'MB per second', { downloadedMbPerSecond: 'downloads' }],
  ['Processor time', 'cores', { cores: 'server', otherCores: 'other processes' }],
];

export function writeReport(folder: string, report: Report): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'soak.svg'), drawSamples(report.samples));
  writeFileSync(join(folder, 'report.md'), describe(report));
}

function drawSamples(samples: Sample[]): string {
  const end = samples[samples.length - 1]?.minute ?? 0;
  const plots = panels.map(([title, label, lines]): Plot => {
    const series = Object.entries(lines).map(([figure, name]) => ({
      name,
      points: samples.map((sample) => ({ x: sample.minute, y: sample[figure as Figure] })),
    }));
    const shade = { from: 0, to: end * warmUpShare, text: 'warm-up' };
    return { title, x: { label: 'minutes' }, y: { label }, series, shade };
  });
  return drawPlots(plots);
}

function describe({ minutes, load, rows, problems }: Report): string {
  const gigabytes = (totalmem() / 1e9).toFixed(0);
  const cells = rows.map(({ name, ours, yardstick, ratio, goal, ok }) => [
    name.replace(/^soak, /, ''),
    ...[ours, yardstick, ratio, goal].map((cell) => cell.trim()),
    ok === undefined ? '-' : ok ? 'yes' : '**no**',
  ]);
  const table = [
    ['figure', 'last fifth', 'second fifth', 'ratio', 'goal', 'reached'],
    Array(6).fill('---'),
    ...cells,
  ];
  const noted = [...problems].map(([text, count]) => `- ${count} ×: ${text}`);
  return [
    '# Soak',
    '',
    `${new Date().toISOString().slice(0, 10)}, \`npm run soak -- --minutes=${minutes}\`, on ${cpus().length} cores ` +
      `(${cpus()[0]?.model ?? 'unknown'}), ${gigabytes} GB of memory, Linux ${release()}, Node ${process.version}.`,
    '',
    load,
    '',
    'The first fifth of the run is the warm-up. Then the median of the last fifth is compared with that of the second fifth.',
    '',
    '![Figures over time](soak.svg)',
    '',
    ...table.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
    ...(noted.length > 0 ? ['## What went wrong', '', ...noted, ''] : []),
  ].join('\n');
}
