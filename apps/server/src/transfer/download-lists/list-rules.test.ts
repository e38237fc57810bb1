// Which files a list contains, and what they are called.
import { describe, expect, it } from 'vitest';
import { choosePlatformFile, createListPaths } from './list-rules.ts';

const filesFor = (...platforms: string[]) => platforms.map((platform) => ({ platform }));

describe('the platform file of a game', () => {
  const own = new Set(['PC Engine']);
  const cases: [string, string[], object, string | undefined][] = [
    ['the first wanted one', ['Linux', 'Mac', 'Windows'], { platforms: ['Windows', 'Linux'] }, 'Windows'],
    ['the next wanted one', ['Linux', 'Mac'], { platforms: ['Windows', 'Linux'] }, 'Linux'],
    ['any other', ['Linux', 'Mac'], { platforms: ['Windows'] }, 'Linux'],
    ['none, if only these are wanted', ['Linux'], { platforms: ['Windows'], isOnlyThese: true }, undefined],
    ['the newest version', ['Windows v1.10', 'Windows v1.9'], { platforms: ['Windows'] }, 'Windows v1.10'],
    ['one without version', ['Windows', 'Windows v1.9'], { platforms: ['Windows'] }, 'Windows'],
    ['not the modded one', ['Linux', 'Windows (Modded)'], { platforms: ['Windows'] }, 'Linux'],
    [
      'not that of a platform with a similar name',
      ['PC Engine'],
      { platforms: ['Windows'], isOnlyThese: true },
      undefined,
    ],
    [
      'the one chosen for this game',
      ['Linux', 'Windows'],
      { platform: 'Linux', platforms: ['Windows'] },
      'Linux',
    ],
    ['none, if the chosen one is gone', ['Linux'], { platform: 'Mac' }, undefined],
    ['none of no file', [], { platforms: ['Windows'] }, undefined],
  ];
  it.each(cases)('is %s', (_, platforms, wanted, expected) => {
    const all = { platforms: [], isOnlyThese: false, ...wanted };
    expect(choosePlatformFile(filesFor(...platforms), all, own)?.platform).toBe(expected);
  });
});

describe('the paths of a list', () => {
  it('have a folder for each game, and no name twice, also where case does not count', () => {
    const pathOf = createListPaths();
    const one = { id: '1', title: 'Fate/stay night' };
    expect(pathOf(one, 'a.zip')).toBe('Fate stay night/a.zip');
    expect(pathOf({ id: '2', title: 'FATE: stay night' }, 'a.zip')).toBe('FATE stay night (2)/a.zip');
    expect(pathOf(one, 'A.zip')).toBe('Fate stay night/A (2).zip');
    expect(pathOf(one, 'a.tar.gz')).toBe('Fate stay night/a.tar.gz');
    expect(pathOf(one, 'A.tar.gz')).toBe('Fate stay night/A (2).tar.gz');
    expect(pathOf(one, 'a (2).zip')).toBe('Fate stay night/a (2) (2).zip');
  });

  it.each([
    ['../../etc', 'etc/x'],
    ['..', 'game/x'],
    ['C:\\Windows', 'C Windows/x'],
    ['nul', '_nul/x'],
    ['v1.5', 'v1.5/x'],
  ])('lead nowhere else for the title %j', (title, expected) => {
    expect(createListPaths()({ id: '1', title }, 'x')).toBe(expected);
  });
});
