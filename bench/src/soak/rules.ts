// Judges a soak: what must stay flat, and what must not happen at all.
import { median } from '../rounds.ts';
import { limitRow, plainRow, type Row, ratioRow } from '../row.ts';
import type { Sample } from './samples.ts';
import type { Tally } from './site.ts';

export interface Outcome {
  minutes: number;
  samples: Sample[];
  tally: Tally;
  /** Before the load and after it, once the server has become quiet. */
  handles: { before: number; after: number };
  filesMb: { before: number; after: number };
}

type Figure = Exclude<keyof Sample, 'minute'>;

interface FlatRule {
  figure: Figure;
  name: string;
  unit: string;
  digits: number;
  /** How many times as high the figure may be in the last fifth as in the second fifth of a run. */
  atMost: number;
  /** Other processes disturb it, so only samples without them count. */
  onlyCalm?: true;
}

/** Caches fill in the first fifth of a run, so it is not judged. */
export const warmUpShare = 0.2;

/** In a run shorter than this, what is still warming up looks like a rise, so it may be twice as large. */
const fullMinutes = 10;

/** Beside server and soak, which together use about half a core. */
const mostOtherCores = 0.5;
/** Fewer samples of a fifth say nothing. */
const leastCalm = 0.25;

const flatRules: FlatRule[] = [
  { figure: 'residentMb', name: 'resident memory', unit: 'MB', digits: 0, atMost: 1.1 },
  { figure: 'heapMb', name: 'used heap', unit: 'MB', digits: 0, atMost: 1.15 },
  { figure: 'externalMb', name: 'buffers', unit: 'MB', digits: 1, atMost: 1.15 },
  { figure: 'handles', name: 'open handles', unit: '', digits: 0, atMost: 1.1 },
  { figure: 'threads', name: 'threads', unit: '', digits: 0, atMost: 1.05 },
  { figure: 'delayP99', name: 'event-loop delay, p99', unit: 'ms', digits: 1, atMost: 1.5, onlyCalm: true },
  { figure: 'filesMb', name: 'stored files', unit: 'MB', digits: 0, atMost: 1.2 },
];

const databaseRule: FlatRule = { figure: 'databaseMb', name: 'database', unit: 'MB', digits: 0, atMost: 1.1 };
/** The audit log keeps a year, and tickets for seven days, so the database also grows by this much with each of them. */
const bytesPerEntry = 600;

/** Handles that are opened on first use and stay open. */
export const lateHandles = 5;

export function judge(outcome: Outcome): Row[] {
  const { samples, tally, handles, filesMb } = outcome;
  const { counts } = tally;
  const none = (name: string, ours: number) => limitRow(name, '', { ours, atMost: 0 });
  const rules = [
    ...flatRules.map((rule) => judgeFlat(rule, outcome)),
    judgeFlat(databaseRule, outcome, grownLog(tally)),
    none('wrong bytes', counts.wrongBytes),
    none('unexpected answers', counts.unexpected),
    limitRow('handles left after the load', '', {
      ours: handles.after - handles.before,
      atMost: lateHandles,
    }),
    limitRow('files left after the load', 'MB', {
      ours: filesMb.after - filesMb.before,
      atMost: 0,
      digits: 2,
    }),
  ].map((row): Row => ({ ...row, isRule: true }));
  const middle = (figure: Figure) => median(samples, (sample) => sample[figure]);
  const further = [
    plainRow('answers, p50', 'ms', middle('p50'), 1),
    plainRow('answers, p99', 'ms', middle('p99'), 1),
    plainRow('requests', '/s', middle('requestsPerSecond')),
    plainRow('processor', 'cores', middle('cores'), 2),
    ...(['requests', 'logins', 'downloads', 'cuts', 'uploads', 'cutChunks', 'edits'] as const).map((name) =>
      plainRow(countTitles[name], '', counts[name]),
    ),
  ];
  return [...rules, ...further].map((row) => ({ ...row, name: `soak, ${row.name}` }));
}

const countTitles = {
  requests: 'requests in all',
  logins: 'logins',
  downloads: 'complete downloads, each compared',
  cuts: 'breaks of downloads',
  uploads: 'uploads, each compared',
  cutChunks: 'breaks of chunks',
  edits: 'edits',
};

/** `grown`: by how much the figure may grow in any case. */
function judgeFlat(rule: FlatRule, { samples, minutes }: Outcome, grown = 0): Row {
  const { figure, name, unit, digits, onlyCalm } = rule;
  const [before, after] = [fifth(samples, 1), fifth(samples, 4)].map((all) =>
    onlyCalm ? calmOnes(all) : all,
  );
  if (!before || !after) return { ...plainRow(name, unit, Number.NaN), ours: 'machine too busy' };
  const level = (part: Sample[]) => median(part, (sample) => sample[figure]);
  const rise = (rule.atMost - 1) * (minutes < fullMinutes ? 2 : 1);
  const atMost = Number((1 + rise + grown / level(before)).toFixed(2));
  return ratioRow(name, unit, { ours: level(after), yardstick: level(before), atMost, digits });
}

/** In MB, between the fifths that are compared. */
function grownLog({ counts }: Tally): number {
  const entries = counts.logins + counts.downloads + counts.uploads + counts.edits;
  return (entries * bytesPerEntry * 0.6) / 1e6;
}

/** Undefined if there are too few. */
function calmOnes(samples: Sample[]): Sample[] | undefined {
  const calm = samples.filter(({ otherCores }) => otherCores <= mostOtherCores);
  return calm.length >= samples.length * leastCalm ? calm : undefined;
}

function fifth<T>(values: T[], part: number): T[] {
  return values.slice(Math.floor((part * values.length) / 5), Math.floor(((part + 1) * values.length) / 5));
}
