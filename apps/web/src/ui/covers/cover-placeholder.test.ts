import fc from 'fast-check';
import { rgbaToThumbHash } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { hasBeenShown, placeholderOf, rememberShown } from './cover.tsx';

function thumbhashOf(red: number): string {
  const pixels = Array.from({ length: 6 * 9 }, () => [red, 90, 30, 255]).flat();
  return btoa(String.fromCharCode(...rgbaToThumbHash(6, 9, pixels)));
}

describe('placeholderOf', () => {
  it('is a picture as a data: URL', () => {
    expect(placeholderOf(thumbhashOf(200))).toMatch(/^url\(data:image\/png;base64,[A-Za-z0-9+/=]+\)$/);
    expect(placeholderOf(thumbhashOf(200))).not.toBe(placeholderOf(thumbhashOf(20)));
  });

  it.each(['', 'AAAA', 'not base64!', '%%%'])('is undefined for %j', (thumbhash) => {
    expect(placeholderOf(thumbhash)).toBeUndefined();
  });

  it('accepts any text, and adds nothing but a picture to the style', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (thumbhash) => {
        expect(placeholderOf(thumbhash) ?? 'url(data:image/png;base64,)').toMatch(
          /^url\(data:image\/png;base64,[\w+/=]*\)$/,
        );
      }),
    );
  });
});

describe('hasBeenShown', () => {
  it('remembers the last two thousand pictures', () => {
    for (let cover = 0; cover < 3000; cover += 1) rememberShown(`/cover-${cover}`);
    expect(hasBeenShown('/cover-2999')).toBe(true);
    expect(hasBeenShown('/cover-1000')).toBe(true);
    expect(hasBeenShown('/cover-999')).toBe(false);
  });
});
