// Compares two normalized titles word by word.
import { numbersOf } from './normalise.ts';

export interface Likeness {
  confidence: number;
  kind: 'sameTitle' | 'closeTitle' | 'someWords';
}

/** Returns how similar two titles are. Symmetric. */
export function compareWords(some: readonly string[], others: readonly string[]): Likeness {
  if (some.join('') === '' || others.join('') === '') return { confidence: 0, kind: 'someWords' };
  if (sameWords(some, others)) return { confidence: 1, kind: 'sameTitle' };
  if (isCloseSpelling(some, others)) return { confidence: 0.92, kind: 'closeTitle' };
  const left = new Set(others);
  const common = [...new Set(some)].filter((word) => left.has(word)).length;
  return { confidence: (0.8 * 2 * common) / (new Set(some).size + left.size), kind: 'someWords' };
}

/** Names that publishers put before a title and others omit. */
const makers =
  /^(?:sid meiers|tom clancys|american mcgees|clive barkers|peter jacksons|marvels|disneys?|ea sports) (?=.)/u;

export function sameWords(some: readonly string[], others: readonly string[]): boolean {
  const plain = (words: readonly string[]) => words.join(' ').replace(makers, '').replaceAll(' ', '');
  return plain(some) === plain(others) && numbersOf(some) === numbersOf(others);
}

/**
 * Allows one more, missing or different letter in one long word of a long title. Short similar titles differ: Outlast, Outcast.
 */
function isCloseSpelling(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length || some.length < 2 || some.join('').length < 12) return false;
  const differing = some
    .map((word, index) => [word, others[index] as string] as const)
    .filter(([a, b]) => a !== b);
  const [pair] = differing;
  return differing.length === 1 && pair !== undefined && isOneEdit(...pair);
}

function isOneEdit(some: string, other: string): boolean {
  const [short, long] = some.length <= other.length ? [some, other] : [other, some];
  if (short.length < 5 || long.length - short.length > 1 || /\p{N}/u.test(some + other)) return false;
  let head = 0;
  while (head < short.length && short[head] === long[head]) head += 1;
  const tail = long.length === short.length ? short.slice(head + 1) : short.slice(head);
  return long.slice(head + 1) === tail || isSwap(short.slice(head), long.slice(head));
}

function isSwap(some: string, other: string): boolean {
  return (
    some.length === other.length &&
    some[0] === other[1] &&
    some[1] === other[0] &&
    some.slice(2) === other.slice(2)
  );
}
