// Rows: the share of archive names whose title is recognized by the reader that searches for metadata and by the default
// sanitization rules, for names that were used for tuning the word lists and names that were held out.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import { splitTitle } from '../../apps/server/src/games/metadata/matching/added-words.ts';
import { readName } from '../../apps/server/src/games/metadata/matching/read-name.ts';
import { compileRules, sanitizeTitle } from '../../apps/server/src/games/sanitization/sanitizer.ts';
import type { Row } from './row.ts';

export const leastExact = { reader: 93, rules: 90 };
export const mostWrong = { reader: 4, rules: 6 };

export interface TitledName {
  name: string;
  title: string;
  /** The naming style, such as `gog-linux`. */
  style: string;
}

export type Method = keyof typeof leastExact;

export interface TitleFigures {
  names: number;
  /** Shares in percent. */
  exact: number;
  /** The same letters with other word boundaries, or the same words with other edition words. */
  near: number;
  wrong: number;
}

export interface ReadTitle extends TitledName {
  got: string;
  outcome: 'exact' | 'near' | 'wrong';
}

export const titleParts = ['tuned on', 'held out'] as const;

export function readTitledNames(): TitledName[] {
  const text = readFileSync(new URL('../matching/titles.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TitledName);
}

/** Assigns two of three names to tuning. */
export function titlePartOf({ name }: TitledName): (typeof titleParts)[number] {
  return createHash('sha256').update(name).digest().readUInt32BE(0) % 3 < 2 ? 'tuned on' : 'held out';
}

export async function readTitles(method: Method): Promise<ReadTitle[]> {
  const { rules } = await compileRules(exampleRules.filter(({ isDefault }) => isDefault));
  const titlesOf = (name: string) =>
    method === 'reader' ? titlesRead(name) : [sanitizeTitle(rules, name).sanitizedTitle];
  return readTitledNames().map((titled) => {
    const read = titlesOf(titled.name).map((got) => ({ got, outcome: compareTitles(titled.title, got) }));
    const best = read.find(({ outcome }) => outcome === 'exact') ?? (read[0] as (typeof read)[number]);
    return { ...titled, ...best };
  });
}

/** A bare year may be part of the title, so both variants count. */
function titlesRead(fileName: string): string[] {
  const { title, year, isYearBare } = readName(fileName);
  return isYearBare ? [title, `${title} ${year}`] : [title];
}

function compareTitles(wanted: string, got: string): ReadTitle['outcome'] {
  const [want, have] = [splitTitle(wanted), splitTitle(got)];
  const isSame = (of: (parts: typeof want) => string) => of(want) === of(have);
  if (isSame(({ words, editions }) => [words.join(' '), ...editions].join('|'))) return 'exact';
  const isNear = isSame(({ words }) => words.join('')) || lettersOf(wanted) === lettersOf(got);
  return isNear ? 'near' : 'wrong';
}

function lettersOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

export function titleFiguresOf(titles: readonly ReadTitle[]): TitleFigures {
  const share = (outcome: ReadTitle['outcome']) =>
    (100 * titles.filter((title) => title.outcome === outcome).length) / titles.length;
  return { names: titles.length, exact: share('exact'), near: share('near'), wrong: share('wrong') };
}

export async function measureTitles(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const method of ['reader', 'rules'] as const) {
    const titles = await readTitles(method);
    for (const part of titleParts) {
      rows.push(
        rowOf(
          `${method}, ${part}`,
          method,
          titles.filter((title) => titlePartOf(title) === part),
        ),
      );
    }
    for (const title of titles) {
      if (title.outcome === 'wrong' && titlePartOf(title) === 'tuned on') printWrong(method, title);
    }
  }
  return rows;
}

function rowOf(label: string, method: Method, titles: readonly ReadTitle[]): Row {
  const { names, exact, near, wrong } = titleFiguresOf(titles);
  return {
    name: `titles, ${label} (${names}): exact / near / wrong`,
    ours: `${exact.toFixed(1)} / ${near.toFixed(1)} / ${wrong.toFixed(1)} %`,
    yardstick: '-',
    ratio: '-',
    goal: `exact > ${leastExact[method]} %, wrong < ${mostWrong[method]} %`,
    ok: exact > leastExact[method] && wrong < mostWrong[method],
  };
}

function printWrong(method: Method, { style, name, title, got }: ReadTitle): void {
  console.log(`${method}: ${style}: ${name} → ${got}; correct: ${title}`);
}
