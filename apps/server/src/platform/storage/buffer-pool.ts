// The buffers that downloads are copied through. Each is lent for one read and one write, then reused. The buffer that was
// returned last is lent first, because its memory is most likely still in the processor's cache.

export interface BufferPool {
  /** Lends the largest free buffer that is not larger than `wanted`, or else one of the smallest size. */
  acquire(wanted: number): Buffer;
  release(buffer: Buffer): void;
  /** Returns the total size of lent and idle buffers, in bytes. */
  totalBytes(): number;
}

export interface BufferSize {
  /** Bytes. */
  size: number;
  /** The number of buffers of this size that may exist. The smallest size has no limit. */
  limit?: number;
}

interface Stock extends Required<BufferSize> {
  idle: Buffer[];
  lent: number;
}

/** The smallest size has no limit, but only this many idle buffers of it are kept. */
const idleSmallest = 64;

/** The C library begins large blocks 16 bytes behind a page. From the next cache line on, sockets copy up to a quarter faster. */
const offset = 48;

/** `sizes` goes from the largest to the smallest. */
export function createBufferPool(sizes: BufferSize[]): BufferPool {
  const stocks: Stock[] = sizes.map(({ size, limit }) => ({
    size,
    limit: limit ?? idleSmallest,
    idle: [],
    lent: 0,
  }));
  const smallest = stocks.at(-1) as Stock;
  const stockOf = new Map(stocks.map((stock) => [stock.size, stock]));

  return {
    acquire(wanted) {
      const stock = stocks.find(({ size, limit, lent }) => size <= wanted && lent < limit) ?? smallest;
      stock.lent += 1;
      return stock.idle.pop() ?? Buffer.allocUnsafeSlow(stock.size + offset).subarray(offset);
    },
    release(buffer) {
      const stock = stockOf.get(buffer.length) as Stock;
      stock.lent -= 1;
      if (stock.idle.length < stock.limit) stock.idle.push(buffer);
    },
    totalBytes: () => stocks.reduce((sum, { size, lent, idle }) => sum + size * (lent + idle.length), 0),
  };
}
