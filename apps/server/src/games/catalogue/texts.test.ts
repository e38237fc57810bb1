// Texts in blocks: every text can be read back, wherever a block ends.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#test/arbitraries.ts';
import { Texts } from './index-parts.ts';

const blockBytes = 2 ** 20;

function textAt(texts: Texts, row: number): string {
  const start = texts.startOf(row);
  return texts.blockOf(row).toString('utf8', start, start + texts.lengthOf(row));
}

describe('texts', () => {
  it.each([
    [blockBytes, 0, 1],
    [blockBytes - 1, 0, 0, 2],
    [blockBytes - 1, 1, blockBytes + 1, 0, 3],
    [0, 0, 2 * blockBytes, 5],
  ])('of %d, %d and %d bytes come back as they were', (...lengths) => {
    const texts = new Texts();
    const all = lengths.map((length, at) => String(at).repeat(length));
    for (const text of all) texts.push(text);
    expect(all.map((_, row) => textAt(texts, row) === all[row])).toEqual(all.map(() => true));
  });

  it('are compared and searched byte by byte', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const texts = new Texts();
        texts.push(a);
        texts.push(b);
        const [x, y] = [Buffer.from(a), Buffer.from(b)];
        expect(Math.sign(texts.compare(0, 1))).toBe(Buffer.compare(x, y));
        expect(Math.sign(texts.compareTo(1, x))).toBe(Buffer.compare(y, x));
        expect(texts.includes(0, y)).toBe(x.includes(y));
        expect(texts.firstOf(0)).toBe(x.toString('latin1').charAt(0));
      }),
    );
  });
});
