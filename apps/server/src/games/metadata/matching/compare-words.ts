// Compares two normalized titles word by word.
import { numbersOf } from './normalise.ts';

export interface Likeness {
  confidence: number;
  kind: 'sameTitle' | 'closeTitle' | 'someWords';
}

/** Returns how similar two titles are. Symmetric. */
export function compareWords(a: readonly string[], b: readonly string[]): Likeness {
  if (a.join('') === '' || b.join('') === '') return { confidence: 0, kind: 'someWords' };
  if (sameWords(a, b)) return { confidence: 1, kind: 'sameTitle' };
  if (isCloseSpelling(a, b)) return { confidence: 0.92, kind: 'closeTitle' };
  const [left, right] = [new Set(a), new Set(b)];
  const common = [...left].filter((word) => right.has(word)).length;
  return { confidence: (0.8 * 2 * common) / (left.size + right.size), kind: 'someWords' };
}

/** Names that publishers put before a title and others omit. */
const makers =
  /^(?:sid meiers|tom clancys|american mcgees|clive barkers|peter jacksons|marvels|disneys?|ea sports) (?=.)/u;

export function sameWords(a: readonly string[], b: readonly string[]): boolean {
  const plain = (words: readonly string[]) => words.join(' ').replace(makers, '').replaceAll(' ', '');
  return plain(a) === plain(b) && numbersOf(a) === numbersOf(b);
}

/**
 * Allows one more, missing or different letter in one long word of a long title. Short similar titles differ: Outlast, Outcast.
 */
function isCloseSpelling(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || a.length < 2 || a.join('').length < 12) return false;
  const differing = a.map((word, index) => [word, b[index] as string] as const).filter(([a, b]) => a !== b);
  const [pair] = differing;
  return differing.length === 1 && pair !== undefined && isOneEdit(...pair);
}

function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 5 || long.length - short.length > 1 || /\p{N}/u.test(a + b)) return false;
  let head = 0;
  while (head < short.length && short[head] === long[head]) head += 1;
  const tail = long.length === short.length ? short.slice(head + 1) : short.slice(head);
  return long.slice(head + 1) === tail || isSwap(short.slice(head), long.slice(head));
}

function isSwap(a: string, b: string): boolean {
  return a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}
