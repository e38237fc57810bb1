// Suggests which genres or companies are probably spellings of one thing.
import type { Spelling, SpellingKind } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';

/** The most used values. The others are not compared, because each has to be held in memory several times. */
const mostCompared = 5000;
const mostGroups = 50;
const mostInGroup = 20;
/** Shorter words that differ in one letter are usually different words. */
const shortestCompared = 6;

/** The endings of company names that only state the legal form. */
const legalForms = new Set(
  `ab ag as bv co company corp corporation gmbh inc incorporated kg kk limited llc llp ltd oy plc pty sa sarl
  sas spa srl sro`.split(/\s+/),
);

/** Genres that are known by several names, by their keys. */
const genreNames = new Map(
  Object.entries({
    roleplaying: ['rpg', 'rp'],
    firstpersonshooter: ['fps'],
    thirdpersonshooter: ['tps'],
    realtimestrategy: ['rts'],
    turnbasedstrategy: ['tbs'],
    massivelymultiplayer: ['mmo', 'massivelymultiplayeronline'],
    multiplayeronlinebattlearena: ['moba'],
    sciencefiction: ['scifi'],
    shootemup: ['shmup'],
    hackandslash: ['hacknslash'],
    simulation: ['sim', 'simulator'],
    platformer: ['platform'],
    cooperative: ['coop'],
    visualnovel: ['vn'],
  }).flatMap(([key, names]) => names.map((name) => [name, key])),
);

/**
 * Returns groups of values, the most used value of each first. `values`: all values, the most used first. `pause` is called
 * between steps of the work.
 */
export async function likelySpellings(
  kind: SpellingKind,
  values: readonly Spelling[],
  pause: () => Promise<void> = async () => undefined,
): Promise<Spelling[][]> {
  const compared = values.slice(0, mostCompared);
  const groups = createGroups(compared.length);
  const byKey = new Map<string, number>();
  const byNeighbor = new Map<string, number>();
  for (const [at, { value }] of compared.entries()) {
    for (const key of kind === 'genre' ? genreKeys(value) : [companyKey(value)]) {
      if (key === '') continue;
      joinByKey(groups, byKey, key, at);
      for (const neighbor of neighborsOf(key)) joinByKey(groups, byNeighbor, neighbor, at);
    }
    if (at % 100 === 0) await pause();
  }
  return presentGroups(groups, compared);
}

function joinByKey(groups: Groups, first: Map<string, number>, key: string, at: number): void {
  const known = first.get(key);
  if (known === undefined) first.set(key, at);
  else groups.join(known, at);
}

function presentGroups(groups: Groups, values: readonly Spelling[]): Spelling[][] {
  const sum = (group: Spelling[]) => group.reduce((total, { games }) => total + games, 0);
  return [...Map.groupBy(values.keys(), (at) => groups.find(at)).values()]
    .filter(({ length }) => length > 1)
    .map((group) => group.slice(0, mostInGroup).flatMap((at) => values[at] ?? []))
    .toSorted((a, b) => sum(b) - sum(a))
    .slice(0, mostGroups);
}

/** The letters and digits of a text, without case and accents. */
function wordsOf(text: string): string[] {
  return (
    foldText(text)
      .replaceAll('&', ' and ')
      .replace(/['’]/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** "Role-playing (RPG)" has a key for the part in parentheses, too. */
export function genreKeys(genre: string): string[] {
  const inside = [...genre.matchAll(/\(([^()]*)\)/g)].map(([, text = '']) => text);
  const parts = [genre.replace(/\([^()]*\)/g, ' '), ...inside];
  const keys = parts.map((part) => {
    const words = wordsOf(part);
    const isAboutGames = words.length > 1 && /^games?$/.test(words.at(-1) ?? '');
    const key = (isAboutGames ? words.slice(0, -1) : words).join('');
    return genreNames.get(key) ?? key;
  });
  return [...new Set(keys)];
}

export function companyKey(company: string): string {
  // "S.A." and "Co., Ltd." are words with dots.
  const words = wordsOf(company.replaceAll('.', ''));
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop();
  if (words.length > 1 && words[0] === 'the') words.shift();
  return words.join('');
}

/**
 * Two keys that differ in one letter, or in the order of two, have a neighbor in common: the key itself, or the key without one
 * letter. A digit that differs is no misspelling, so digits stay.
 */
function neighborsOf(key: string): Set<string> {
  const letters = [...key];
  if (letters.length < shortestCompared) return new Set();
  const without = letters.flatMap((letter, at) =>
    /\p{N}/u.test(letter) ? [] : letters.toSpliced(at, 1).join(''),
  );
  return new Set([key, ...without]);
}

interface Groups {
  /** Returns the first member of the group of `at`. */
  find(at: number): number;
  join(a: number, b: number): void;
}

/** Groups numbers from 0 to `size` - 1 that were joined, directly or through others. */
function createGroups(size: number): Groups {
  const parents = Array.from({ length: size }, (_, at) => at);
  const find = (at: number): number => {
    let first = at;
    while (parents[first] !== first) first = parents[first] ?? first;
    for (let one = at; one !== first; ) {
      const next = parents[one] ?? first;
      parents[one] = first;
      one = next;
    }
    return first;
  };
  const join = (a: number, b: number) => {
    const [low, high] = [find(a), find(b)].toSorted((x, y) => x - y);
    if (low !== undefined && high !== undefined) parents[high] = low;
  };
  return { find, join };
}
