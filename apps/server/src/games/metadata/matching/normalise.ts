// Normalizes titles for comparison: removes case, accents, punctuation and articles, and writes numerals as digits.

/** Longer than any title. Longer input is cut. */
export const comparedLength = 300;

/** Letters that Unicode normalization does not decompose. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};
/** A map, not an object, because a game is called Constructor. */
const abbreviations = new Map(
  Object.entries({
    gta: 'grand theft auto',
    nfs: 'need for speed',
    cod: 'call of duty',
    tes: 'elder scrolls',
    rdr: 'red dead redemption',
    kotor: 'knights of old republic',
    lotr: 'lord of rings',
    mgs: 'metal gear solid',
    aoe: 'age of empires',
    hl: 'half life',
    goty: 'game of year',
    versus: 'vs',
  }),
);
const numerals = new Map(
  ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
    .map((roman, index) => [roman, index + 2] as const)
    .concat(
      ['xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi', 'xvii', 'xviii', 'xix', 'xx'].map((r, i) => [r, i + 11]),
    ),
);
const counted = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six'].map((word, index) => [word, index + 1]),
);
const countable = new Set(['part', 'episode', 'chapter', 'volume', 'vol', 'book', 'act', 'season']);
const ignored = new Set(['the', 'and']);
const articles = new Set(['a', 'an']);

/** Returns words separated by single spaces, or an empty string for a title without letters and digits. Idempotent. */
export function normalise(title: string): string {
  let text = title.slice(0, comparedLength).toWellFormed();
  // One pass may make another one necessary ("t h e" becomes an article). Each pass shortens the text, so this ends.
  for (;;) {
    const next = normaliseOnce(text);
    if (next === text) return text;
    text = next;
  }
}

/** Returns the numbers in a normalized title, in order. They distinguish sequels. */
export function numbersOf(words: readonly string[]): string {
  return words.filter((word) => /^\p{N}+$/u.test(word)).join(' ');
}

function normaliseOnce(text: string): string {
  const words = wordsOf(text);
  const significant = words.filter(
    (word, index) => !ignored.has(word) && !(index === 0 && articles.has(word)),
  );
  const joined = joinLetters(significant.length > 0 ? significant : words);
  const result = joined.map((word, index) => abbreviations.get(word) ?? numeral(word, joined[index - 1]));
  return result.join(' ').slice(0, comparedLength).trimEnd();
}

function wordsOf(text: string): string[] {
  return (
    text
      // NFKD would spell these signs out.
      .replace(/[™®©℠]/gu, ' ')
      .normalize('NFKD')
      .replace(/[\u0300-\u036F]/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\u0300-\u036F]/gu, '')
      .replace(/[ßæœøđðłþı]/gu, (letter) => letters[letter] ?? letter)
      .replace(/['’‘`´]/gu, '')
      // A game with an addition is not the same as the game alone: Baldur's Gate + Tales of the Sword Coast.
      .replaceAll('+', ' plus ')
      .replace(/(\d)[,.](?=\d{3}(?!\d))/gu, '$1')
      .replace(/\b40 ?k\b/gu, '40000')
      .replace(/(\p{N})(?=\p{L})|(\p{L}\p{M}*)(?=\p{N})/gu, '$1$2 ')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .map((word) => word.replace(/^0+(?=\d)/u, ''))
  );
}

/** Joins `s t a l k e r` (lost dots), and `baldur s` and `don t` (lost apostrophes), to one word. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at;
    while (end < words.length && /^[a-z]$/u.test(words[end] as string)) end += 1;
    const word = words[at] as string;
    const last = joined.at(-1);
    if (end - at >= 3) joined.push(words.slice(at, end).join(''));
    else if (last && isLostEnd(last, word)) joined[joined.length - 1] = last + word;
    else joined.push(word);
    at = end - at >= 3 ? end : at + 1;
  }
  return joined;
}

function isLostEnd(word: string, end: string): boolean {
  return end === 's'
    ? /^[a-z]{2,}$/u.test(word)
    : end === 't' && /^(?:don|can|won|isn|didn|ain|doesn)$/u.test(word);
}

/** Writes `V` and `ii` as digits, except as the first word (V Rising). Keeps `X` and `I` (Mega Man X is not Mega Man 10). */
function numeral(word: string, before: string | undefined): string {
  if (before === undefined) return word;
  const value = numerals.get(word) ?? (countable.has(before) ? counted.get(word) : undefined);
  return value === undefined ? word : String(value);
}

// Compares two normalized titles word by word.

interface Likeness {
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
