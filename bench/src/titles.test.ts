// Checks the accuracy of titles read from archive names, by the reader and by the default rules.
import { describe, expect, it } from 'vitest';
import {
  leastExact,
  mostWrong,
  readTitledNames,
  readTitles,
  titleFiguresOf,
  titlePartOf,
  titleParts,
} from './titles.ts';

describe('the names with their titles', () => {
  it('are unique, at least 500, and over a quarter of them are held out', () => {
    const names = readTitledNames();
    expect(names.length).toBeGreaterThanOrEqual(500);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    const heldOut = names.filter((name) => titlePartOf(name) === 'held out');
    expect(heldOut.length).toBeGreaterThan(names.length / 4);
  });
});

describe.each(['reader', 'rules'] as const)('titles by the %s', (method) => {
  it('are often exact and rarely wrong in both parts', async () => {
    const titles = await readTitles(method);
    for (const part of titleParts) {
      const { exact, wrong } = titleFiguresOf(titles.filter((title) => titlePartOf(title) === part));
      expect(exact, `exact, ${part}`).toBeGreaterThan(leastExact[method]);
      expect(wrong, `wrong, ${part}`).toBeLessThan(mostWrong[method]);
    }
  });
});
