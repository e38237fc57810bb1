import { describe, expect, it } from 'vitest';
import { sortKey } from '../text.ts';
import { defaultSortKey, foldText, sortKeys, titleKey } from './sort.ts';

describe('titleKey', () => {
  it.each([
    ['Some Game', 'some game'],
    ['  SOME   GAME ', 'some game'],
    ['some\u00a0game', 'Some Game'],
    ['Ｓｏｍｅ Game', 'some game'],
    ['Cafe\u0301', 'CAFÉ'],
  ])('is the same for %j and %j', (a, b) => {
    expect(titleKey(a)).toBe(titleKey(b));
  });

  it.each([
    ['Cafe', 'Café'],
    ['Some Game', 'Some Game 2'],
    ['Some Game', 'Some-Game'],
    ['SomeGame', 'Some Game'],
  ])('differs for %j and %j', (a, b) => {
    expect(titleKey(a)).not.toBe(titleKey(b));
  });

  it('is idempotent', () => {
    for (const title of ['Ärger', 'ǅ game', 'ﬁnal  fight', '忍者']) {
      expect(titleKey(titleKey(title))).toBe(titleKey(title));
    }
  });
});

describe('foldText', () => {
  it.each([
    ['Pokémon', 'pokemon'],
    ['ÄRGER  im\tHaus ', 'arger im haus'],
    ['ﬁnal', 'final'],
    ['ｆｕｌｌ', 'full'],
    ['忍者', '忍者'],
    ['STRAßE', 'strasse'],
    ['Łódź Øresund Đakovo', 'lodz oresund dakovo'],
    ['ΟΔΥΣΣΕΑΣ', 'οδυσσεασ'],
    ['Diyarbakır', 'diyarbakir'],
    ['', ''],
  ])('%j is compared as %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(folded)).toBe(folded);
  });
});

describe('foldText, for any letter of the first two planes', () => {
  it('is idempotent', () => {
    const letters = Array.from({ length: 0x20000 }, (_, code) => code).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const unstable = letters.filter((code) => {
      const folded = foldText(`a${String.fromCodePoint(code)}b`);
      return foldText(folded) !== folded;
    });
    expect(unstable).toEqual([]);
  });

  it('ignores case', () => {
    for (const letter of 'äßæœøłđħıςñğçåžњґ') {
      expect(foldText(`a${letter.toUpperCase()}b`)).toBe(foldText(`a${letter}b`));
    }
  });
});

describe('the sort keys', () => {
  it('are the six of the specification, with the newest first by default', () => {
    expect(sortKeys.length).toBe(6);
    expect(defaultSortKey).toBe('recentlyAddedDesc');
    for (const key of sortKeys) expect(sortKey.parse(key)).toBe(key);
    expect(sortKey.safeParse('title').success).toBe(false);
  });
});
