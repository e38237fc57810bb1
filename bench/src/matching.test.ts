// Checks the accuracy of the matching on the labeled set, and the consistency of the set.
import { describe, expect, it } from 'vitest';
import { figuresOf, leastCorrect, matchAll, mostWrong, setups } from './matching.ts';
import { partOf, parts, readAnswers, readNames } from './matching-set.ts';

describe('the labeled set', () => {
  it('has at least 320 unique names in three parts', () => {
    const names = readNames();
    expect(names.length).toBeGreaterThanOrEqual(320);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    const sizes = parts.map((part) => names.filter((name) => partOf(name) === part).length);
    expect(Math.min(...sizes)).toBeGreaterThan(60);
  });

  it('lists only recorded ids as correct, and none for names without a game', () => {
    const games = { steam: new Map<string, string>(), igdb: new Map<string, string>() };
    for (const { steam, igdb } of readAnswers()) {
      for (const { id, name } of steam.items) games.steam.set(String(id), name);
      for (const { id, name } of igdb) games.igdb.set(String(id), name);
    }
    for (const { name, title, steam, igdb } of readNames()) {
      expect(title === null, name).toBe(steam.length + igdb.length === 0);
      for (const id of steam) expect(games.steam.has(id), `${name}: ${id} of Steam`).toBe(true);
      for (const id of igdb) expect(games.igdb.has(id), `${name}: ${id} of IGDB`).toBe(true);
    }
  });
});

describe.each(setups())('matching with $label', ({ sources, unrecorded }) => {
  it('is often correct and rarely wrong in every part of the set', async () => {
    const matched = await matchAll(sources);
    for (const part of parts) {
      const { correct, wrong } = figuresOf(matched.filter((name) => partOf(name) === part));
      expect(correct, `correct, ${part}`).toBeGreaterThan(leastCorrect);
      expect(wrong, `wrong, ${part}`).toBeLessThan(mostWrong);
    }
    // A query that is not recorded finds nothing, so too many of them would hide wrong matches.
    expect(unrecorded.size).toBeLessThan(matched.length / 50);
  });
});
