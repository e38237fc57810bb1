// The memory that downloads are copied through: a small set of buffers, each lent for one read and one write
// and then used again. The one given back last is lent first, so a busy server keeps copying through memory
// that is still in the processor's cache. Used by the file sender.

export interface BufferPool {
  /** A buffer of at most the wanted size, or of the smallest; smaller when the large ones are all lent. */
  take(wanted: number): Buffer;
  give(buffer: Buffer): void;
  /** Bytes that are lent or kept. */
  heldBytes(): number;
}

export interface Shelf {
  size: number;
  /** No more than these are ever made, so that they can be kept for good; none for the smallest size. */
  most?: number;
}

interface Stock extends Required<Shelf> {
  idle: Buffer[];
  lent: number;
}

/** Of the smallest size, which has no limit, this many wait for the next taker. */
const KEPT_SMALLEST = 64;

/** Shelves from the largest size to the smallest. */
export function createBufferPool(shelves: Shelf[]): BufferPool {
  const stocks: Stock[] = shelves.map(({ size, most }) => ({
    size,
    most: most ?? KEPT_SMALLEST,
    idle: [],
    lent: 0,
  }));
  const smallest = stocks.at(-1) as Stock;
  const stockOf = new Map(stocks.map((stock) => [stock.size, stock]));

  return {
    take(wanted) {
      const stock = stocks.find(({ size, most, lent }) => size <= wanted && lent < most) ?? smallest;
      stock.lent += 1;
      return stock.idle.pop() ?? Buffer.allocUnsafeSlow(stock.size);
    },
    give(buffer) {
      const stock = stockOf.get(buffer.length) as Stock;
      stock.lent -= 1;
      if (stock.idle.length < stock.most) stock.idle.push(buffer);
    },
    heldBytes: () => stocks.reduce((sum, { size, lent, idle }) => sum + size * (lent + idle.length), 0),
  };
}
