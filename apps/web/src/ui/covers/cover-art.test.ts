import { describe, expect, it } from 'vitest';
import { coverArt, motifs } from './cover.tsx';

describe('coverArt', () => {
  it('is the same for titles that differ only in case and surrounding space', () => {
    expect(coverArt(' Some Game')).toEqual(coverArt('some game'));
  });

  it('has a valid hue and drawing for any title', () => {
    for (const title of ['', 'a', '0 A.D.', 'ゼルダ', 'x'.repeat(200)]) {
      const { hue, motif } = coverArt(title);
      expect(hue).toBeGreaterThanOrEqual(0);
      expect(hue).toBeLessThan(360);
      expect(motif).toBeGreaterThanOrEqual(0);
      expect(motif).toBeLessThan(motifs);
    }
  });

  it.each([
    ['0 A.D.', 'large'],
    ['The Battle for Wesnoth', 'medium'],
    ['Powermanga', 'small'],
    ['Conquistadores', 'tiny'],
    ['Featherstonehaugh: Definitive Edition', 'least'],
  ])('sets the size of %s to %s', (title, size) => {
    expect(coverArt(title).size).toBe(size);
  });
});
