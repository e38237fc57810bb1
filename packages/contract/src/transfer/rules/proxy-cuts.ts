// How an upload adapts to a proxy between client and server that refuses large requests, or ends long ones.

/** Fits into nginx's default limit for a request (1 MB), with the other fields of the form. */
const smallestTriedBytes = 256 * 1024;

/** Returns the size of the chunks to try next, or undefined if they can hardly be smaller. */
export function smallerChunkSize(chunkSize: number, fileSize: number): number | undefined {
  const largestSent = Math.min(chunkSize, fileSize);
  if (largestSent <= smallestTriedBytes) return undefined;
  return Math.max(smallestTriedBytes, Math.ceil(largestSent / 4));
}

/** A request that ended without an answer of Cellar. Times are in milliseconds of a monotonic clock. */
interface Cut {
  begunAt: number;
  endedAt: number;
}

/** A server that is gone ends requests sooner. */
const shortestLimitMs = 1000;
/** The proxy starts its clock a little later than the client. */
const toleranceMs = 500;

/** Recognizes that requests for the same chunk end at the same age, because a proxy limits the time of each. */
export class ProxyCuts {
  readonly #cuts: Cut[] = [];

  /** Returns whether an earlier request has ended at the same age. */
  add(cut: Cut): boolean {
    const age = cut.endedAt - cut.begunAt;
    const isAlike = (other: Cut) =>
      Math.abs(other.endedAt - other.begunAt - age) <= Math.max(toleranceMs, age / 20);
    const isRepeated = age >= shortestLimitMs && this.#cuts.some(isAlike);
    this.#cuts.push(cut);
    return isRepeated;
  }
}
