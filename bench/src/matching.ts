// Rows: the shares of labeled names that are automatically matched correctly and wrongly, with Steam, with IGDB and with both,
// for names that were used for tuning and names that were held out. Prints the wrong ones.
import {
  type Choice,
  findMatch,
  type Source,
} from '../../apps/server/src/games/metadata/matching/find-match.ts';
import { readName } from '../../apps/server/src/games/metadata/matching/read-name.ts';
import { type LabelledName, partOf, parts, readNames, replaySources } from './matching-set.ts';
import type { Row } from './row.ts';
import { measureTitles } from './titles.ts';

export const leastCorrect = 85;
export const mostWrong = 1;

type Outcome = 'correct' | 'wrong' | 'review' | 'none';

export interface MatchedName extends LabelledName {
  outcome: Outcome;
  /** Whether one of the providers has the correct game. */
  isKnown: boolean;
  /** The best candidates, for printing. */
  best: string;
}

/** Shares in percent. */
export interface Figures {
  names: number;
  correct: number;
  wrong: number;
  review: number;
  none: number;
  /** The share of correct ones among the automatic matches. */
  precision: number;
  /** The share of correct matches among the names whose game a provider has. */
  recall: number;
}

export async function measureMatching(): Promise<Row[]> {
  const rows: Row[] = await measureTitles();
  for (const { label, sources, unrecorded } of setups()) {
    const matched = await matchAll(sources);
    for (const part of parts) {
      rows.push(...rowsOf(`${label}, ${part}`, figuresOf(matched.filter((name) => partOf(name) === part))));
    }
    printProblems(label, matched);
    if (unrecorded.size > 0)
      console.log(`  queries without a recorded answer: ${[...unrecorded].join(' | ')}`);
  }
  return rows;
}

/** The common configurations: only Steam, only IGDB, or both in the default order. */
export function setups() {
  const recorded = replaySources();
  const { steam, igdb, unrecorded } = recorded;
  return [
    { label: 'Steam', sources: [steam], unrecorded },
    { label: 'IGDB', sources: [igdb], unrecorded },
    { label: 'Steam, then IGDB', sources: [steam, igdb], unrecorded },
  ];
}

export async function matchAll(sources: readonly Source[]): Promise<MatchedName[]> {
  const matched: MatchedName[] = [];
  for (const labelled of readNames()) {
    const choice = await findMatch(readName(labelled.name), sources);
    const isKnown = sources.some(({ id }) => rightIds(labelled, id).length > 0);
    matched.push({ ...labelled, isKnown, outcome: outcomeOf(labelled, choice), best: describe(choice) });
  }
  return matched;
}

export function figuresOf(matched: readonly MatchedName[]): Figures {
  const count = (outcome: Outcome) => matched.filter((name) => name.outcome === outcome).length;
  const share = (part: number, whole: number) => (whole === 0 ? 100 : (100 * part) / whole);
  const known = matched.filter(({ isKnown }) => isKnown).length;
  return {
    names: matched.length,
    correct: share(count('correct'), known),
    wrong: share(count('wrong'), matched.length),
    review: share(count('review'), matched.length),
    none: share(count('none'), matched.length),
    precision: share(count('correct'), count('correct') + count('wrong')),
    recall: share(count('correct'), known),
  };
}

function outcomeOf(labelled: LabelledName, choice: Choice): Outcome {
  if (choice.kind !== 'automatic') return choice.kind;
  return rightIds(labelled, choice.candidate.source).includes(choice.candidate.id) ? 'correct' : 'wrong';
}

function rightIds(labelled: LabelledName, source: string): string[] {
  return source === 'steam' ? labelled.steam : source === 'igdb' ? labelled.igdb : [];
}

function describe({ ranked }: Choice): string {
  return ranked
    .slice(0, 3)
    .map(({ candidate, confidence, reasons }) => {
      return `${candidate.title} (${candidate.year ?? '?'}) ${confidence} ${reasons.join('+')}`;
    })
    .join('; ');
}

function rowsOf(label: string, figures: Figures): Row[] {
  const { names, correct, wrong, review, none, precision, recall } = figures;
  const name = (what: string) => `matching, ${label} (${names}): ${what}`;
  const plain = { yardstick: '-', ratio: '-', goal: '-', ok: undefined };
  const percent = (value: number) => `${value.toFixed(1)} %`;
  return [
    {
      ...plain,
      name: name('matched correctly, if a provider has the game'),
      ours: percent(correct),
      goal: `> ${leastCorrect} %`,
      ok: correct > leastCorrect,
    },
    {
      ...plain,
      name: name('matched wrongly'),
      ours: percent(wrong),
      goal: `< ${mostWrong} %`,
      ok: wrong < mostWrong,
    },
    {
      ...plain,
      name: name('left for review / nothing found'),
      ours: `${percent(review)} / ${percent(none)}`,
    },
    { ...plain, name: name('precision / recall'), ours: `${percent(precision)} / ${percent(recall)}` },
  ];
}

/** Prints wrong matches, and the names used for tuning that were not matched although a provider has the game. */
function printProblems(label: string, matched: readonly MatchedName[]): void {
  const say = (kind: string, { name, title, year, best }: MatchedName) => {
    console.log(
      `${label}: ${kind} ${name} → ${title ?? 'no game'} (${year ?? '-'}); found ${best || 'nothing'}`,
    );
  };
  for (const name of matched.filter(({ outcome }) => outcome === 'wrong')) say('WRONG', name);
  const missed = matched.filter(
    ({ outcome, isKnown }) => isKnown && (outcome === 'review' || outcome === 'none'),
  );
  const shown = missed.filter((name) => partOf(name) === 'tuned on');
  for (const name of shown) say('NOT MATCHED', name);
  console.log(
    `${label}: ${missed.length - shown.length} more were not matched; they are not shown, because they are not for tuning`,
  );
}
