// Finds the titles that may contain a text, by the groups of three letters in it. Used by the index, which looks at each.

const groupLength = 3;
/** Groups are kept by a hash of 16 bits; two that share one only mean a few titles more to look at. */
const buckets = 1 << 16;
/** So many changed titles are looked at one by one before the groups are gathered anew, or a part of all if that is more. */
const looseTitles = 2000;
const loosePart = 1 / 20;

export class TitleSearch {
  /** By ordinal; a game that is gone has none. */
  readonly #titles: (string | undefined)[];
  /** The ordinals of bucket `b` are `#ordinals[#starts[b]]` up to `#ordinals[#starts[b + 1]]`, rising. */
  #starts = new Uint32Array(buckets + 1);
  #ordinals = new Uint32Array(0);
  /** Changed since the groups were gathered; empty while `#isUngathered`. */
  #loose = new Set<number>();
  /** So much has changed that nothing is noted any more. */
  #isUngathered = false;

  /** `titles` is read whenever it is needed, and belongs to the caller. */
  constructor(titles: (string | undefined)[]) {
    this.#titles = titles;
  }

  touch(ordinal: number): void {
    if (this.#isUngathered) return;
    this.#loose.add(ordinal);
    if (this.#loose.size <= Math.max(looseTitles, this.#titles.length * loosePart)) return;
    this.#isUngathered = true;
    this.#loose = new Set();
  }

  /** Every ordinal whose title contains the text, each once, and others; undefined where all would have to be looked at. */
  candidates(text: string): number[] | undefined {
    if (text.length < groupLength) return undefined;
    this.settle();
    const bucket = this.#rarestBucket(text);
    const postings = this.#ordinals.subarray(this.#starts[bucket], this.#starts[bucket + 1]);
    const found: number[] = [...this.#loose];
    for (const ordinal of postings) if (!this.#loose.has(ordinal)) found.push(ordinal);
    return found;
  }

  #rarestBucket(text: string): number {
    const size = (bucket: number) => (this.#starts[bucket + 1] ?? 0) - (this.#starts[bucket] ?? 0);
    let rarest = bucketAt(text, 0);
    for (let at = 1; at + groupLength <= text.length; at += 1) {
      const bucket = bucketAt(text, at);
      if (size(bucket) < size(rarest)) rarest = bucket;
    }
    return rarest;
  }

  /** Gathers the groups anew when many titles have changed: 60 ms for 100,000. */
  settle(): void {
    if (!this.#isUngathered) return;
    this.#isUngathered = false;
    const starts = new Uint32Array(buckets + 1);
    this.#eachGroup((bucket) => {
      starts[bucket + 1] = (starts[bucket + 1] as number) + 1;
    });
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
    }
    const ends = starts.slice();
    const ordinals = new Uint32Array(starts[buckets] as number);
    this.#eachGroup((bucket, ordinal) => {
      const end = ends[bucket] as number;
      ordinals[end] = ordinal;
      ends[bucket] = end + 1;
    });
    this.#starts = starts;
    this.#ordinals = ordinals;
  }

  /** Each bucket of each title, once for a title. */
  #eachGroup(visit: (bucket: number, ordinal: number) => void): void {
    const last = new Int32Array(buckets).fill(-1);
    for (const [ordinal, title] of this.#titles.entries()) {
      if (title === undefined) continue;
      for (let at = 0; at + groupLength <= title.length; at += 1) {
        const bucket = bucketAt(title, at);
        if (last[bucket] === ordinal) continue;
        last[bucket] = ordinal;
        visit(bucket, ordinal);
      }
    }
  }
}

function bucketAt(text: string, at: number): number {
  const units = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2);
  return Math.imul(units, 0x9e3779b1) >>> 16;
}
