import { artworkMaxBytes } from '@cellar/contract/games/rules/artwork.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureProblem, withoutScreenshot, withScreenshot, withScreenshotMoved } from './images.ts';

const images = (...gameplayImages: string[]) => ({ boxArtUrl: '/cover', gameplayImages });

describe('screenshots', () => {
  it('are added at the end or at an index, each only once', () => {
    expect(withScreenshot(images('a', 'b'), 'c')).toEqual(images('a', 'b', 'c'));
    expect(withScreenshot(images('a', 'b'), 'c', 1)).toEqual(images('a', 'c', 'b'));
    expect(withScreenshot(images('a', 'b'), 'a')).toEqual(images('a', 'b'));
  });

  it('are moved in both directions', () => {
    expect(withScreenshotMoved(images('a', 'b', 'c'), 'a', 2)).toEqual(images('b', 'c', 'a'));
    expect(withScreenshotMoved(images('a', 'b', 'c'), 'c', 0)).toEqual(images('c', 'a', 'b'));
  });

  it('are moved to the given index, and none is lost or duplicated', () => {
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

  it('return to their place when a removal is undone', () => {
    const before = images('a', 'b', 'c');
    expect(withScreenshot(withoutScreenshot(before, 'b'), 'b', 1)).toEqual(before);
  });
});

describe('pictureProblem', () => {
  it('finds files that the server would refuse', () => {
    expect(pictureProblem({ type: 'image/png', size: 1 })).toBeUndefined();
    expect(pictureProblem({ type: '', size: 1 })).toBeUndefined();
    expect(pictureProblem({ type: 'text/plain', size: 1 })).toBe('notAPicture');
    expect(pictureProblem({ type: 'image/svg+xml', size: 1 })).toBe('notAPicture');
    expect(pictureProblem({ type: 'image/png', size: 0 })).toBe('empty');
    expect(pictureProblem({ type: 'image/png', size: artworkMaxBytes })).toBeUndefined();
    expect(pictureProblem({ type: 'image/png', size: artworkMaxBytes + 1 })).toBe('tooLarge');
  });
});
