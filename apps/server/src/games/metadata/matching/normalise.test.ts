// Compares titles regardless of their spelling.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#test/arbitraries.ts';
import { splitTitle } from './added-words.ts';
import { compareWords, normalise } from './normalise.ts';

describe('normalise', () => {
  it.each([
    ['Pokémon Émeraude', 'pokemon emeraude'],
    ['Command & Conquer™: Red Alert 2', 'Command and Conquer - Red Alert II'],
    ["No Man's Sky", 'No Mans Sky'],
    ['Baldur’s Gate', 'baldur s gate'],
    ["Don't Starve Together", 'don t starve together'],
    ['S.T.A.L.K.E.R.: Shadow of Chernobyl', 'STALKER Shadow of Chernobyl'],
    ['F.E.A.R. 2', 'F E A R 2'],
    ['The Witcher 3: Wild Hunt', 'Witcher III Wild Hunt'],
    ['Sid Meier’s Civilization® VI', 'sid meiers civilization 6'],
    ['Warhammer 40,000: Space Marine 2', 'Warhammer 40K Space Marine II'],
    ['GTA V', 'Grand Theft Auto 5'],
    ['Half-Life 2: Episode Two', 'Half Life 2 Episode 2'],
    ['ＦＩＮＡＬ　ＦＡＮＴＡＳＹ　ⅶ', 'Final Fantasy VII'],
    ['黑神话：悟空', '黑神话 悟空'],
    ['Ōkami HD', 'Okami HD'],
  ])('treats %s and %s as equal', (one, other) => {
    expect(normalise(one)).toBe(normalise(other));
  });

  it.each([
    ['Mega Man X', 'Mega Man 10'],
    ['Portal', 'Portal 2'],
    ['Final Fantasy VII', 'Final Fantasy VIII'],
    ['V Rising', '5 Rising'],
    ['ハデス', 'バデス'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(normalise(one)).not.toBe(normalise(other));
  });

  it('does not confuse words with properties of objects', () => {
    expect(normalise('Constructor: toString valueOf')).toBe('constructor tostring valueof');
  });

  it('never removes all words of a title', () => {
    expect(['The', 'And', 'A', '&', '1', 'The And'].map(normalise)).toEqual([
      'the',
      'and',
      'a',
      '',
      '1',
      'the and',
    ]);
  });

  it('does not change its own results', () => {
    const word = fc.constantFrom(
      't h e',
      'a the b c',
      'the',
      'The',
      'a',
      't',
      'h',
      'e',
      's',
      'III',
      'V',
      'gta',
      'x2',
      '40k',
      '1,000',
      'Ⅷ',
      'part',
    );
    const title = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc
        .array(fc.oneof(word, fc.string({ unit: anyCharacter, maxLength: 4 })), { maxLength: 40 })
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(title, (text) => {
        expect(normalise(normalise(text))).toBe(normalise(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('splitTitle', () => {
  it.each([
    ['The Witcher 3: Wild Hunt - Game of the Year Edition', 'witcher 3 wild hunt', ['game of year'], 1],
    ['Fallout 3 GOTY', 'fallout 3', ['game of year'], 1],
    ["Death Stranding Director's Cut", 'death stranding', ['directors'], 2],
    ['Braid, Anniversary Edition', 'braid', ['anniversary'], 2],
    ['Skyrim 10th Anniversary Edition', 'skyrim', ['anniversary'], 2],
    ['DARK SOULS™: REMASTERED', 'dark souls', ['remastered'], 3],
    ['Resident Evil 4 Ultimate HD Edition', 'resident evil 4', ['hd', 'ultimate'], 3],
    ['Tomb Raider: Anniversary', 'tomb raider anniversary', [], 0],
    ['Complete', 'complete', [], 0],
    ['Ultimate Edition', 'ultimate edition', [], 0],
  ])('splits %s', (title, words, editions, rank) => {
    expect(splitTitle(title)).toMatchObject({ words: words.split(' '), editions, rank });
  });

  it('recognizes extras such as soundtracks and demos', () => {
    const extras = [
      'Hades Original Soundtrack',
      'Far Cry 5 - Season Pass',
      'Lies of P Demo',
      'Elden Ring Artbook',
    ];
    expect(extras.filter((title) => !splitTitle(title).isExtra)).toEqual([]);
    expect(splitTitle('Hades').isExtra).toBe(false);
  });
});

describe('compareWords', () => {
  it('is symmetric', () => {
    const word = fc.constantFrom(
      'dark',
      'souls',
      'sould',
      '2',
      '3',
      'assassins',
      'assasins',
      'creed',
      'of',
      'odyssey',
    );
    const words = fc.array(word, { maxLength: 6 });
    fc.assert(
      fc.property(words, words, (some, others) => {
        expect(compareWords(some, others)).toEqual(compareWords(others, some));
      }),
    );
  });

  it('tolerates one typo in a long title, never in a short one or a number', () => {
    const like = (one: string, other: string) => compareWords(one.split(' '), other.split(' ')).kind;
    expect(like('assasins creed odyssey', 'assassins creed odyssey')).toBe('closeTitle');
    expect(like('outlast', 'outcast')).toBe('someWords');
    expect(like('football manager 2023', 'football manager 2024')).toBe('someWords');
  });
});
