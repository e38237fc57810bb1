// Holds what the matching has reached on the labelled set, and that the set is sound.
import { describe, expect, it } from 'vitest';
import { figuresOf, leastCorrect, matchAll, mostWrong, setups } from './matching.ts';
import { partOf, parts, readAnswers, readNames } from './matching-set.ts';

describe('the labelled set', () => {
  it('has at least 320 names, each once, in three parts', () => {
    const names = readNames();
    expect(names.length).toBeGreaterThanOrEqual(320);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    const sizes = parts.map((part) => names.filter((name) => partOf(name) === part).length);
    expect(Math.min(...sizes)).toBeGreaterThan(60);
  });

  it('calls right only what was recorded, by the title and year it says', () => {
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
  it('is right often enough and hardly ever wrong, in every part of the set', async () => {
    const matched = await matchAll(sources);
    for (const part of parts) {
      const { correct, wrong } = figuresOf(matched.filter((name) => partOf(name) === part));
      expect(correct, `right by itself, ${part}`).toBeGreaterThan(leastCorrect);
      expect(wrong, `wrong by itself, ${part}`).toBeLessThan(mostWrong);
    }
    // A question that is not recorded finds nothing, which would flatter the figures of wrong matches.
    expect(unrecorded.size).toBeLessThan(matched.length / 50);
  });
});
