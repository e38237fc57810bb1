// A line of limited speed that members share: each member gets the same, however many connections they have, and so do the
// connections of one member. What somebody does not need is left to the others. ADR 0036 explains why it works this way.

/** The pace of one connection. A connection asks for one slice after the other. */
export interface Pace {
  /** Returns how many bytes may be asked for at a time. Undefined: nothing limits the connection now. */
  sliceBytes(): number | undefined;
  /** Resolves when these bytes may be sent, or when the connection has left the line. */
  take(bytes: number): Promise<void>;
  leave(): void;
}

export type FairLine = ReturnType<typeof createFairLine>;

const KIB = 1024;
const smallestSlice = 8 * KIB;
const largestSlice = 1024 * KIB;
/** A slice takes the line for this part of a second, if the bounds permit. */
const slicesPerSecond = 50;
/** The largest part of a second that a member who is behind may take the line for. */
const mostOfSecond = 0.25;

interface Request {
  bytes: number;
  grant(): void;
}

interface MemberShare {
  bucket: TokenBucket;
  connections: number;
  /** In the order in which they are granted: at most one of each connection. */
  requests: Request[];
  /** The bytes that the member has had. Of the members who wait, the one with the fewest is next. */
  served: number;
}

/** Rates are bytes per second, and undefined where there is no limit. `now`: milliseconds. */
export function createFairLine(now: () => number = () => performance.now()) {
  const line = new TokenBucket();
  const shares = new Map<string, MemberShare>();
  /** What the member who has had most has had. */
  let mostServed = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Grants as many requests as the limits permit, and comes back for the others. */
  function grantAll(): void {
    clearTimeout(timer);
    for (;;) {
      const at = now();
      const lineMs = line.waitMs(at);
      const { next, waitMs } = nextOf(shares.values(), at);
      const request = next?.requests[0];
      const comeBackMs = next && lineMs > 0 ? lineMs : waitMs;
      if (comeBackMs !== undefined) timer = setTimeout(grantAll, Math.ceil(comeBackMs));
      if (!next || !request || lineMs > 0) return;
      next.requests.shift();
      grant(next, request);
    }
  }

  function grant(share: MemberShare, request: Request): void {
    line.take(request.bytes);
    share.bucket.take(request.bytes);
    // Who has asked for less than their share may catch up with one second of the line, not with everything before.
    const catchingUpFrom = mostServed - (line.rate ?? 0);
    share.served = Math.max(share.served, catchingUpFrom) + request.bytes;
    mostServed = Math.max(mostServed, share.served);
    request.grant();
  }

  function shareOf(member: string): MemberShare {
    const share = shares.get(member) ?? {
      bucket: new TokenBucket(),
      connections: 0,
      requests: [],
      served: mostServed,
    };
    shares.set(member, share);
    return share;
  }

  return {
    setRate(rate: number | undefined): void {
      line.setRate(rate, now());
      grantAll();
    },

    /** The speed of all connections of a member together. */
    setMemberRate(member: string, rate: number | undefined): void {
      shares.get(member)?.bucket.setRate(rate, now());
      grantAll();
    },

    /** Returns the members with connections. */
    members: () => [...shares.keys()],

    join(member: string): Pace {
      const share = shareOf(member);
      share.connections += 1;
      let waiting: Request | undefined;
      let hasLeft = false;
      return {
        sliceBytes: () => sliceOf([line.rate, share.bucket.rate], mostServed - share.served),
        take(bytes) {
          if (hasLeft) return Promise.resolve();
          return new Promise((resolve) => {
            waiting = { bytes, grant: resolve };
            share.requests.push(waiting);
            grantAll();
          });
        },
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          share.connections -= 1;
          share.requests = share.requests.filter((request) => request !== waiting);
          waiting?.grant();
          if (share.connections === 0) shares.delete(member);
        },
      };
    },
  };
}

/**
 * `behind`: how much less the member has had than others. A member with a single connection catches up with larger slices, since it asks
 * for one slice at a time, and a busy process grants them late.
 */
function sliceOf(rates: (number | undefined)[], behind: number): number | undefined {
  const slowest = Math.min(...rates.map((rate) => rate ?? Number.POSITIVE_INFINITY));
  if (slowest === Number.POSITIVE_INFINITY) return undefined;
  const bytes = Math.min(slowest / slicesPerSecond + behind, slowest * mostOfSecond);
  return Math.floor(Math.min(largestSlice, Math.max(smallestSlice, bytes)));
}

/** Returns the member who is next, or the milliseconds until one's own limit permits a request. Neither if nobody waits. */
function nextOf(shares: Iterable<MemberShare>, at: number): { next?: MemberShare; waitMs?: number } {
  let next: MemberShare | undefined;
  let soonestMs: number | undefined;
  for (const share of shares) {
    if (share.requests.length === 0) continue;
    const waitMs = share.bucket.waitMs(at);
    if (waitMs > 0) soonestMs = Math.min(soonestMs ?? waitMs, waitMs);
    else if (!next || share.served < next.served) next = share;
  }
  return next ? { next } : soonestMs === undefined ? {} : { waitMs: soonestMs };
}

// Limits a rate of bytes: tokens fill up with time, and sending takes them. It may take more than there are; then it waits longer.

/** Tokens for this time may pile up while nobody sends. */
const burstSeconds = 0.1;

export class TokenBucket {
  #rate: number | undefined;
  #tokens = 0;
  #filledAt = 0;

  /** Bytes per second. Undefined: unlimited. */
  get rate(): number | undefined {
    return this.#rate;
  }

  /** `now` is in milliseconds, as below. */
  setRate(rate: number | undefined, now: number): void {
    if (rate === this.#rate) return;
    if (this.#rate === undefined) this.#tokens = 0;
    else this.#fill(now);
    // What was sent fast must not take minutes to pay off at a low rate: some clients give up on a silent connection.
    this.#tokens = Math.max(this.#tokens, -(rate ?? 0));
    this.#filledAt = now;
    this.#rate = rate;
  }

  /** Returns the milliseconds until something may be sent: 0 for now. */
  waitMs(now: number): number {
    if (this.#rate === undefined) return 0;
    this.#fill(now);
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#rate) * 1000;
  }

  take(bytes: number): void {
    if (this.#rate !== undefined) this.#tokens -= bytes;
  }

  #fill(now: number): void {
    const rate = this.#rate ?? 0;
    const most = rate * burstSeconds;
    this.#tokens = Math.min(most, this.#tokens + (rate * (now - this.#filledAt)) / 1000);
    this.#filledAt = now;
  }
}
