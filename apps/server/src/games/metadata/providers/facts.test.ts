// Parses dates, age ratings, play modes, ids and descriptions in the various formats of the providers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ageRatingOf,
  dayOfSeconds,
  dayOfWords,
  dayOrNull,
  idOrNull,
  maxSummary,
  modesOf,
  type PlaySign,
  plainText,
  yearOfWords,
} from './facts.ts';
import { playerShape, playersOf } from './igdb-players.ts';

describe('dates', () => {
  it.each([
    ['16 Nov, 2004', '2004-11-16', 2004],
    ['Nov 16, 2004', '2004-11-16', 2004],
    ['1 September 2023', '2023-09-01', 2023],
    ['Nov 2004', null, 2004],
    ['Q4 2026', null, 2026],
    ['2027', null, 2027],
    ['30 Feb, 2004', null, 2004],
    ['Coming soon', null, null],
    ['', null, null],
    [null, null, null],
    ['1 Nov, 9999', null, null],
  ])('are parsed from Steam’s text: %s', (words, day, year) => {
    expect([dayOfWords(words), yearOfWords(words)]).toEqual([day, year]);
  });

  it('are existing days or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), (seconds) => {
        const day = dayOfSeconds(Number.isNaN(seconds) ? null : seconds);
        expect(day === null || dayOrNull(day) === day).toBe(true);
      }),
    );
    expect(dayOfSeconds(1_100_563_200)).toBe('2004-11-16');
    for (const odd of ['2004-02-30', '1004-01-01', '2004-13-01', '20041116', ''])
      expect(dayOrNull(odd)).toBeNull();
  });

  it('are parsed from any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (words) => {
        const day = dayOfWords(words);
        expect(day === null || dayOrNull(day) === day).toBe(true);
      }),
    );
  });
});

describe('age ratings', () => {
  it.each([
    [
      [
        ['esrb', 'm'],
        ['pegi', '16'],
      ],
      'PEGI 16',
    ],
    [[['ESRB', 'Everyone 10+']], 'ESRB E10+'],
    [[['usk', '18']], 'USK 18'],
    [[['PEGI', 'Eighteen']], 'PEGI 18'],
    [
      [
        ['PEGI', 'unheard of'],
        ['ESRB', 'T'],
      ],
      'ESRB T',
    ],
    [[['ESRB', 'constructor']], null],
    [
      [
        [null, '18'],
        ['PEGI', null],
      ],
      null,
    ],
    [[], null],
  ] as [[string | null, string | null][], string | null][])('%j becomes %s', (ratings, shown) => {
    expect(ageRatingOf(ratings)).toBe(shown);
  });
});

describe('play modes', () => {
  it.each([
    [['several'], ['multiplayer']],
    [['several', 'sameScreen'], ['sameScreen']],
    [
      ['several', 'sameScreen', 'multiplayer'],
      ['multiplayer', 'sameScreen'],
    ],
    [
      ['coop', 'singlePlayer', 'coop'],
      ['singlePlayer', 'coop'],
    ],
    [[], []],
  ] as [PlaySign[], string[]][])('of the signs %j are %j', (signs, modes) => {
    expect(modesOf(signs)).toEqual(modes);
  });

  it.each([
    // Where nobody has entered a number, it is often 0 or 1.
    [{ multiplayer_modes: [{ onlinemax: 1, offlinemax: 0, splitscreen: false }] }, [], null],
    [
      { multiplayer_modes: [{ onlinemax: 64 }, { onlinemax: 32, offlinemax: 2 }] },
      ['multiplayer', 'sameScreen'],
      64,
    ],
    [{ multiplayer_modes: [{ offlinecoopmax: 4 }] }, ['coop', 'sameScreen'], 4],
    [{ multiplayer_modes: [{ lancoop: true, onlinecoopmax: '3' }] }, ['multiplayer', 'coop'], 3],
    [{ multiplayer_modes: [{ splitscreenonline: true }] }, ['multiplayer', 'sameScreen'], null],
    [{ game_modes: [{ slug: 'battle-royale' }, { slug: 'constructor' }, 7] }, ['multiplayer'], null],
    [{ game_modes: [{ slug: 'multiplayer' }, { slug: 'split-screen' }] }, ['sameScreen'], null],
    [{ multiplayer_modes: [{ onlinemax: -5, offlinemax: 'many' }, null, 'x'], game_modes: 'x' }, [], null],
  ])('of IGDB are read from %j', (answer, modes, maxPlayers) => {
    expect(playersOf(z.object(playerShape).parse(answer))).toEqual({ modes, maxPlayers });
  });
});

describe('ids', () => {
  it.each([
    [220, '220'],
    ['220', '220'],
    [9_999_999_999, '9999999999'],
    // Longer than the longest id that can be requested.
    [10_000_000_000, null],
    ['1|2', null],
    ['../1', null],
    ['0', null],
    [-1, null],
    [1.5, null],
    [1e21, null],
    [null, null],
  ])('%j becomes %j', (sent, id) => {
    expect(idOrNull.parse(sent)).toBe(id);
  });
});

describe('plain text', () => {
  it('keeps paragraphs and lists, and removes pictures and links', async () => {
    const html =
      '<h2>About</h2><p>One &amp; <a href="https://x.example">two</a>.<img src="a.gif"></p><ul><li>First</li><li>Second</li></ul>';
    expect(await plainText(html)).toBe('About\n\nOne & two.\n\n* First\n* Second');
  });

  it('is cut at the end of a word', async () => {
    const text = await plainText('word '.repeat(2_000));
    expect(text.length).toBeLessThanOrEqual(maxSummary);
    expect(text).toMatch(/word…$/);
  });

  it('is created from only the beginning of a long page', async () => {
    const text = await plainText(`<p>Begins.</p>${'<i></i>'.repeat(5_000)}Ends.`);
    expect(text).toMatch(/^Begins\./);
    expect(text).not.toContain('Ends');
  });

  it('is limited and without markup for any input', async () => {
    const hostile = [
      '<'.repeat(50_000),
      '<div>'.repeat(20_000),
      '&#x0;&#55296;&bogus;',
      '<!--',
      '<script>alert(1)',
      '\0',
    ];
    for (const html of hostile) expect((await plainText(html)).length).toBeLessThanOrEqual(maxSummary);
    expect(await plainText('<script>alert(1)</script>fine')).not.toContain('<');
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 300 }), async (html) => {
        expect((await plainText(html)).length).toBeLessThanOrEqual(maxSummary);
      }),
    );
  });
});
