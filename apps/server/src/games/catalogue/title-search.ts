// An index of all groups of three bytes in titles. It finds titles that may contain a text; the caller must check each one.
import { jsonPart, type Part, type SavedParts, type Texts } from './index-parts.ts';

const groupLength = 3;
/** Groups are stored by a 16-bit hash; a collision only adds candidates. */
const buckets = 1 << 16;
const titlesInAStep = 4096;
/** Titles that a search for similar ones examines, at most, so that it does not take longer in a larger library. */
const mostExamined = 50_000;
/** Marks rows that do not pass. A text has far fewer groups. */
const refused = 255;

export class TitleSearch {
  readonly #titles: Texts;
  /** Bucket `b` contains `#rows` from `#starts[b]` up to `#starts[b + 1]`, in ascending order. */
  #starts = new Uint32Array(buckets + 1);
  #rows = new Uint32Array(0);
  /** The number of indexed rows. */
  #indexed = 0;
  /**
   * The number of groups that each row shares with the text of the current search. It is kept because a new array for each search would
   * keep the garbage collector busy.
   */
  #shared = new Uint8Array(0);

  constructor(titles: Texts) {
    this.#titles = titles;
  }

  parts(): Part[] {
    return [jsonPart(this.#indexed), this.#starts, this.#rows];
  }

  restore(parts: SavedParts): void {
    this.#indexed = parts.json();
    this.#starts = parts.numbers(Uint32Array);
    this.#rows = parts.numbers(Uint32Array);
    this.#shared = new Uint8Array(this.#indexed);
  }

  /** Indexes the first `rows` rows in steps, so that the event loop can run in between. */
  *build(rows: number): Generator<void> {
    const starts = new Uint32Array(buckets + 1);
    yield* this.#eachGroup(rows, (bucket) => {
      starts[bucket + 1] = (starts[bucket + 1] as number) + 1;
    });
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
    }
    const ends = starts.slice();
    const gathered = new Uint32Array(starts[buckets] as number);
    yield* this.#eachGroup(rows, (bucket, row) => {
      const end = ends[bucket] as number;
      gathered[end] = row;
      ends[bucket] = end + 1;
    });
    this.#starts = starts;
    this.#rows = gathered;
    this.#indexed = rows;
    this.#shared = new Uint8Array(rows);
  }

  /** Returns every indexed row whose title contains the text, and some others. Returns undefined for a text that is too short. */
  candidates(text: Buffer): Uint32Array | undefined {
    if (text.length < groupLength) return undefined;
    let rarest = bucketAt(text, 0);
    for (let at = 1; at + groupLength <= text.length; at += 1) {
      const bucket = bucketAt(text, at);
      if (this.#sizeOf(bucket) < this.#sizeOf(rarest)) rarest = bucket;
    }
    return this.#rows.subarray(this.#starts[rarest], this.#starts[rarest + 1]);
  }

  /**
   * Returns indexed rows that pass and share groups with the text: those that share the most, at most `limit`. Rare groups tell most
   * about a title, so they come first, and common ones are left out once enough titles were examined.
   */
  similar(text: Buffer, { limit, passes }: { limit: number; passes(row: number): boolean }): Uint32Array {
    const groups = this.#groupsOf(text);
    const rows = this.#rows;
    const shared = this.#shared.fill(0);
    const found: number[] = [];
    let left = mostExamined;
    for (const group of groups) {
      const start = this.#starts[group] as number;
      const end = Math.min(this.#starts[group + 1] as number, start + left);
      left -= end - start;
      for (let at = start; at < end; at += 1) {
        const row = rows[at] as number;
        const known = shared[row] as number;
        if (known === refused) continue;
        if (known === 0 && !passes(row)) {
          shared[row] = refused;
          continue;
        }
        if (known === 0) found.push(row);
        shared[row] = known + 1;
      }
    }
    const counts = new Uint32Array(groups.length + 1);
    for (const row of found) counts[shared[row] as number] = (counts[shared[row] as number] as number) + 1;
    let fewest = groups.length + 1;
    for (let room = limit; fewest > 1 && room >= (counts[fewest - 1] as number); fewest -= 1) {
      room -= counts[fewest - 1] as number;
    }
    return Uint32Array.from(found.filter((row) => (shared[row] as number) >= fewest));
  }

  /** Returns the buckets of the text, those with the fewest titles first. */
  #groupsOf(text: Buffer): number[] {
    const groups = new Set<number>();
    for (let at = 0; at + groupLength <= text.length; at += 1) groups.add(bucketAt(text, at));
    return [...groups].sort((a, b) => this.#sizeOf(a) - this.#sizeOf(b));
  }

  #sizeOf(bucket: number): number {
    return (this.#starts[bucket + 1] as number) - (this.#starts[bucket] as number);
  }

  /** Visits each bucket of each title once. */
  *#eachGroup(rows: number, visit: (bucket: number, row: number) => void): Generator<void> {
    const last = new Int32Array(buckets).fill(-1);
    for (let row = 0; row < rows; row += 1) {
      const bytes = this.#titles.blockOf(row);
      const start = this.#titles.startOf(row);
      const end = start + this.#titles.lengthOf(row);
      for (let at = start; at + groupLength <= end; at += 1) {
        const bucket = bucketAt(bytes, at);
        if (last[bucket] === row) continue;
        last[bucket] = row;
        visit(bucket, row);
      }
      if (row % titlesInAStep === titlesInAStep - 1) yield;
    }
  }
}

function bucketAt(bytes: Buffer, at: number): number {
  const group = (bytes[at] as number) * 65_536 + (bytes[at + 1] as number) * 256 + (bytes[at + 2] as number);
  return Math.imul(group, 0x9e3779b1) >>> 16;
}

// Finds titles that contain almost the text that was typed. The search by exact parts of titles comes first; this
// adds what a typing mistake would hide.

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
