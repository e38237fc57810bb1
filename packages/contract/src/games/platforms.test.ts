import { describe, expect, it } from 'vitest';
import { platformBody } from './platforms.ts';
import { platformWords } from './rules/platform-guess.ts';
import { platformPresets } from './rules/platform-presets.ts';
import { isOwnPlatformName, platform, platformChoices } from './rules/platforms.ts';

function parse(content: object) {
  return platformBody.safeParse({ name: 'DOS', icon: 'terminal', ...content });
}

describe('the name of an own platform', () => {
  it.each([
    ['PlayStation 2', 'PlayStation 2'],
    ['  Game   Boy ', 'Game Boy'],
    ['3DS', '3DS'],
    ['Méga Drive', 'Méga Drive'],
    ['Me\u0301ga Drive', 'Méga Drive'],
    ['ファミコン', 'ファミコン'],
    ["Player's Choice (EU) + A&B - v1.0_x!", "Player's Choice (EU) + A&B - v1.0_x!"],
    ['Android (Modded)', 'Android (Modded)'],
    ['x'.repeat(40), 'x'.repeat(40)],
  ])('can be %j, stored as %j', (name, stored) => {
    expect(parse({ name }).data?.name).toBe(stored);
    expect(isOwnPlatformName(stored)).toBe(true);
    expect(platform.parse(stored)).toBe(stored);
  });

  it.each([
    '',
    ' ',
    '..',
    '.hidden',
    '-x',
    'a/b',
    'a\\b',
    'a%20b',
    'a?b',
    'a#b',
    'a:b',
    'a"b',
    'a<b',
    'a*b',
    'a|b',
    'a;b',
    'a\nb',
    'a\u0000b',
    'a\u202eb',
    'a\u200bb',
    '\u3164\u3164',
    '🎮',
    '=cmd()',
    '\ud800',
    'x'.repeat(41),
  ])('cannot be %j', (name) => {
    expect(parse({ name }).success).toBe(false);
    expect(platform.safeParse(name).success).toBe(false);
  });

  it.each([
    ...platformChoices,
    'windows',
    'WINDOWS (modded)',
    'Ｗindows',
    'Nintendo  Switch',
    'Windows v1.2',
    'linux V2',
    'Mac v(Version)',
    'Amiga (Version)',
  ])('cannot be %s, which belongs to the fixed list', (name) => {
    expect(parse({ name }).error?.issues[0]?.message).toBe('is a platform of the fixed list');
    expect(isOwnPlatformName(name)).toBe(false);
  });
});

describe('aliases', () => {
  it('are cleaned like names, and listed once', () => {
    expect(parse({ aliases: [' ps2 ', 'PS-2', 'ps 2', 'Play  2'] }).data?.aliases).toEqual([
      'ps2',
      'ps 2',
      'Play 2',
    ]);
    expect(parse({}).data?.aliases).toEqual([]);
  });

  it.each([
    [['']],
    [['windows']],
    [['a/b']],
    [['x'.repeat(41)]],
    [Array.from({ length: 21 }, (_, at) => `a${at}`)],
    ['dos'],
  ])('cannot be %j', (aliases) => {
    expect(parse({ aliases }).success).toBe(false);
  });
});

describe('the presets', () => {
  it.each(platformPresets.map((preset) => [preset.name, preset]))('%s is a valid platform', (_, preset) => {
    expect(platformBody.parse(preset)).toEqual(preset);
  });

  it('can all be added: none has a name or alias of another', () => {
    const words = platformPresets.flatMap(({ name, aliases }) =>
      [name, ...aliases].map((text) => platformWords(text).join(' ')),
    );
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});
