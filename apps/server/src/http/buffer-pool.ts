// The memory that downloads are copied through: buffers that are handed out for one read and one write and
// then used again. The one borrowed last is lent first, so a busy server keeps copying through memory that is
// still in the processor's cache. Used by the file sender.

export interface BufferPool {
  /** A buffer of at most the wanted size, smaller when much is lent already; never below `smallest`. */
  take(wanted: number): Buffer;
  give(buffer: Buffer): void;
  lentBytes(): number;
}

export interface BufferPoolLimits {
  smallest: number;
  largest: number;
  /** Where the sizes shrink: with this much lent, everyone gets the smallest buffer. */
  budget: number;
  /** What is kept for the next taker; the rest goes back to the system. */
  keep: number;
}

/** One of these, at the utmost, of what the budget has left goes to one taker. */
const SHARES = 16;

/** Sizes must be powers of two: that is what makes one buffer fit the next taker. */
export function createBufferPool({ smallest, largest, budget, keep }: BufferPoolLimits): BufferPool {
  const idle = new Map<number, Buffer[]>();
  let [lent, kept] = [0, 0];

  return {
    take(wanted) {
      const share = Math.min(wanted, largest, (budget - lent) / SHARES);
      const size = share <= smallest ? smallest : 2 ** Math.floor(Math.log2(share));
      lent += size;
      const reused = idle.get(size)?.pop();
      if (reused) kept -= size;
      return reused ?? Buffer.allocUnsafeSlow(size);
    },
    give(buffer) {
      lent -= buffer.length;
      if (kept + buffer.length > keep) return;
      kept += buffer.length;
      const shelf = idle.get(buffer.length);
      if (shelf) shelf.push(buffer);
      else idle.set(buffer.length, [buffer]);
    },
    lentBytes: () => lent,
  };
}
