// Finds titles that contain almost the text that was typed. The search by exact parts of titles (title-search.ts) comes first; this
// adds what a typing mistake would hide.
import type { Texts } from './texts.ts';
import type { TitleSearch } from './title-search.ts';

/** Numbers have 32 bits, and one is kept for the sign. */
const longestText = 31;
/** The titles that are compared, at most. They share the most groups of letters with the text. */
const mostCompared = 4000;

const noRows = new Uint32Array(0);

interface Match {
  row: number;
  edits: number;
  /** The difference between the lengths of the title and the text. */
  difference: number;
}

/**
 * Returns up to `limit` of the rows that pass and whose titles contain almost the text, with at most a few edits, the most similar first.
 * An edit is a letter too many, missing or wrong, or two letters swapped. `fresh` are the rows that `search` does not know yet.
 */
export function findSimilar(
  text: Buffer,
  { titles, search, fresh, passes, limit }: Sources & { passes(row: number): boolean; limit: number },
): Uint32Array {
  const needle = text.subarray(0, longestText);
  const most = mostEdits(needle.length);
  if (most === 0) return noRows;
  const editsIn = createEditCounter(needle);
  const matches = new Map<number, Match>();
  const consider = (row: number, edits: number) => {
    if (edits > most || titles.includes(row, text)) return;
    const difference = Math.abs(titles.lengthOf(row) - needle.length);
    matches.set(row, { row, edits, difference });
  };
  for (const rows of [search.similar(needle, { limit: mostCompared, passes }), fresh.filter(passes)]) {
    for (const row of rows)
      consider(row, editsIn(titles.blockOf(row), titles.startOf(row), titles.lengthOf(row)));
  }
  for (const swapped of withSwappedLetters(needle)) {
    for (const rows of [search.candidates(swapped) ?? noRows, fresh]) {
      for (const row of rows) if (passes(row) && titles.includes(row, swapped)) consider(row, 1);
    }
  }
  const best = [...matches.values()].sort(
    (a, b) => a.edits - b.edits || a.difference - b.difference || titles.compare(a.row, b.row),
  );
  return Uint32Array.from(best.slice(0, limit), ({ row }) => row);
}

interface Sources {
  titles: Texts;
  search: TitleSearch;
  fresh: Uint32Array;
}

/** Short texts resemble too many titles. */
function mostEdits(length: number): number {
  if (length < 4) return 0;
  if (length < 7) return 1;
  return length < 12 ? 2 : 3;
}

function withSwappedLetters(text: Buffer): Buffer[] {
  return Array.from({ length: text.length - 1 }, (_, at) => {
    const swapped = Buffer.from(text);
    swapped[at] = text[at + 1] as number;
    swapped[at + 1] = text[at] as number;
    return swapped;
  }).filter((swapped) => !swapped.equals(text));
}

/**
 * Returns a function that returns the edits between the text and the most similar part of other bytes. It handles all
 * positions of the text at once, as bits of a number (Myers 1999, "A fast bit-vector algorithm for approximate string matching").
 */
function createEditCounter(text: Buffer): (bytes: Buffer, start: number, length: number) => number {
  const positionsOf = new Int32Array(256);
  for (const [at, byte] of text.entries()) positionsOf[byte] = (positionsOf[byte] as number) | (1 << at);
  const last = 1 << (text.length - 1);
  return (bytes, start, length) => {
    let edits = text.length;
    let fewest = edits;
    let more = -1;
    let fewer = 0;
    for (let at = start; at < start + length; at += 1) {
      const same = positionsOf[bytes[at] as number] as number;
      const across = ((((same & more) + more) | 0) ^ more) | same;
      let higher = fewer | ~(across | more);
      let lower = more & across;
      if ((higher & last) !== 0) edits += 1;
      if ((lower & last) !== 0) edits -= 1;
      if (edits < fewest) fewest = edits;
      higher <<= 1;
      lower <<= 1;
      const changed = same | fewer;
      more = lower | ~(changed | higher);
      fewer = higher & changed;
    }
    return fewest;
  };
}
