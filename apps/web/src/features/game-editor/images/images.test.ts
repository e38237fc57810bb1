// Editing the list of pictures, and telling a file that can't become one.
import { artworkMaxBytes } from '@cellar/contract/rules/artwork.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureProblem, withoutScreenshot, withScreenshot, withScreenshotMoved } from './images.ts';

const images = (...gameplayImages: string[]) => ({ boxArtUrl: '/cover', gameplayImages });

describe('the list of screenshots', () => {
  it('takes a picture at the end or where it was, and each once', () => {
    expect(withScreenshot(images('a', 'b'), 'c')).toEqual(images('a', 'b', 'c'));
    expect(withScreenshot(images('a', 'b'), 'c', 1)).toEqual(images('a', 'c', 'b'));
    expect(withScreenshot(images('a', 'b'), 'a')).toEqual(images('a', 'b'));
  });

  it('moves a picture both ways', () => {
    expect(withScreenshotMoved(images('a', 'b', 'c'), 'a', 2)).toEqual(images('b', 'c', 'a'));
    expect(withScreenshotMoved(images('a', 'b', 'c'), 'c', 0)).toEqual(images('c', 'a', 'b'));
  });

  it('neither loses nor doubles a picture, and puts it where it is asked to', () => {
    const lists = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (urls, from, to) => {
        const url = urls[from % urls.length] ?? '';
        const index = to % urls.length;
        const { gameplayImages: moved } = withScreenshotMoved(images(...urls), url, index);
        expect(moved[index]).toBe(url);
        expect(moved.toSorted()).toEqual(urls.toSorted());
        expect(moved.filter((other) => other !== url)).toEqual(urls.filter((other) => other !== url));
      }),
    );
  });

  it('gives a removed picture back to its place', () => {
    const before = images('a', 'b', 'c');
    expect(withScreenshot(withoutScreenshot(before, 'b'), 'b', 1)).toEqual(before);
  });
});

describe('a file', () => {
  it('is refused before it is sent where that can be told', () => {
    expect(pictureProblem({ type: 'image/png', size: 1 })).toBeUndefined();
    expect(pictureProblem({ type: '', size: 1 })).toBeUndefined();
    expect(pictureProblem({ type: 'text/plain', size: 1 })).toBe('notAPicture');
    expect(pictureProblem({ type: 'image/svg+xml', size: 1 })).toBe('notAPicture');
    expect(pictureProblem({ type: 'image/png', size: 0 })).toBe('empty');
    expect(pictureProblem({ type: 'image/png', size: artworkMaxBytes })).toBeUndefined();
    expect(pictureProblem({ type: 'image/png', size: artworkMaxBytes + 1 })).toBe('tooLarge');
  });
});
