// The soak itself can't be made to fail on purpose, so its rules are tested with invented figures.
import { describe, expect, it } from 'vitest';
import { judge, type Outcome } from './rules.ts';
import type { Sample } from './samples.ts';
import { createTally, noteProblem } from './site.ts';

const steady: Sample = {
  minute: 0,
  ...{ residentMb: 300, heapMb: 90, externalMb: 40, handles: 320, threads: 27, delayP99: 18 },
  ...{
    cores: 0.3,
    otherCores: 0.1,
    filesMb: 60,
    databaseMb: 97,
    requestsPerSecond: 180,
    downloadedMbPerSecond: 7,
  },
  ...{ p50: 1, p99: 30, problems: 0 },
};

/** `rise`: what a figure gains from the first to the last sample. */
function outcomeOf(rise: Partial<Sample> = {}, changes: Partial<Outcome> = {}): Outcome {
  const samples = Array.from({ length: 100 }, (_, at): Sample => {
    const grown = Object.entries(rise).map(([name, by]) => [
      name,
      steady[name as keyof Sample] + (by * at) / 99,
    ]);
    return { ...steady, ...Object.fromEntries(grown), minute: at / 10 };
  });
  const level = { before: 30, after: 30 };
  return { minutes: 10, samples, tally: createTally(), handles: level, filesMb: level, ...changes };
}

function broken(outcome: Outcome): string[] {
  return judge(outcome)
    .filter(({ isRule, ok }) => isRule && ok === false)
    .map(({ name }) => name.replace('soak, ', ''));
}

describe('the rules of a soak', () => {
  it('hold if nothing grows and nothing goes wrong', () => {
    expect(broken(outcomeOf())).toEqual([]);
  });

  it.each([
    ['resident memory', { residentMb: 80 }],
    ['used heap', { heapMb: 40 }],
    ['open handles', { handles: 100 }],
    ['threads', { threads: 5 }],
    ['event-loop delay, p99', { delayP99: 30 }],
    ['stored files', { filesMb: 40 }],
    ['database', { databaseMb: 40 }],
  ])('are broken if this grows: %s', (name, rise) => {
    expect(broken(outcomeOf(rise))).toEqual([name]);
  });

  it('ignore a rise that ends with the first fifth, and a single peak', () => {
    const outcome = outcomeOf();
    for (const sample of outcome.samples.slice(0, 20)) sample.residentMb = 100;
    for (const sample of outcome.samples.slice(95)) sample.delayP99 = 500;
    expect(broken(outcome)).toEqual([]);
  });

  it('do not judge delays while other processes are busy', () => {
    const outcome = outcomeOf();
    for (const sample of outcome.samples.slice(80, 90))
      Object.assign(sample, { delayP99: 500, otherCores: 1.5 });
    expect(broken(outcome)).toEqual([]);
    for (const sample of outcome.samples.slice(90)) Object.assign(sample, { delayP99: 500, otherCores: 1.5 });
    const row = judge(outcome).find(({ name }) => name.includes('delay'));
    expect(row).toMatchObject({ ours: 'machine too busy', ok: undefined });
  });

  it('permit the database to keep what was logged', () => {
    const outcome = outcomeOf({ databaseMb: 40 });
    outcome.tally.counts.logins = 60_000;
    expect(broken(outcome)).toEqual([]);
  });

  it('permit a larger rise while a short run warms up', () => {
    expect(broken(outcomeOf({ residentMb: 70 }))).toEqual(['resident memory']);
    expect(broken(outcomeOf({ residentMb: 70 }, { minutes: 3 }))).toEqual([]);
  });

  it('are broken by one wrong byte, one unexpected answer, and what is left after the load', () => {
    const tally = createTally();
    noteProblem(tally, 'wrongBytes', 'a download has wrong bytes');
    noteProblem(tally, 'unexpected', 'GET /api/games answered 500');
    const left = { handles: { before: 30, after: 40 }, filesMb: { before: 30, after: 30.1 } };
    expect(broken(outcomeOf({}, { tally, ...left }))).toEqual([
      ...['wrong bytes', 'unexpected answers', 'handles left after the load', 'files left after the load'],
    ]);
  });
});
