import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FactRules, type FoundNames, itemFacts, nameFacts, platformOfFolder } from './name-facts.ts';

describe('nameFacts', () => {
  it.each([
    ['Half-Life 2 (2004) [steam-220]', 'Half-Life 2', 2004, { steam: '220' }],
    ['Half-Life 2 {igdb-72} [2004]', 'Half-Life 2', 2004, { igdb: '72' }],
    ['Half-Life 2 (steamid 220) (igdb: 72)', 'Half-Life 2', null, { steam: '220', igdb: '72' }],
    ['Half-Life 2 [SteamAppID=0220]', 'Half-Life 2', null, { steam: '220' }],
    ['Blade Runner 2049 (2017)', 'Blade Runner 2049', 2017, {}],
    ['Portal [rawg-13536] {gog-1207658925}', 'Portal', null, { rawg: '13536', gog: '1207658925' }],
    ['Game (1066) [steam-] [team-5] (12345)', 'Game (1066) [steam-] [team-5] (12345)', null, {}],
    ['Game [steam-1] [steam-2]', 'Game', null, { steam: '1' }],
    ['(2004)', '', 2004, {}],
  ])('reads %s', (name, text, year, ids) => {
    expect(nameFacts(name)).toEqual({ text, year, ids });
  });

  it('returns short facts for any name', () => {
    const pieces = ['[steam-', '220]', '(2004)', '{', 'igdb', ' ', '-', 'Half', ']'];
    const names = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(names, (name) => {
        const { text, year, ids } = nameFacts(name);
        const isYear = year === null || (year >= 1950 && year < 2100);
        return (
          text.length <= name.length && isYear && Object.values(ids).every((id) => /^\d{1,12}$/.test(id))
        );
      }),
    );
  });

  it.each(['[steam', '(', '[', '[steam ', '2004) '])('is fast for a name that only repeats %j', (piece) => {
    expect(nameFacts(piece.repeat(100_000)).text.length).toBeLessThanOrEqual(500);
  });
});

const rules: FactRules = { addedExtensions: new Set(), platformAliases: {}, defaultPlatform: '' };
const named = (file: string, folder = '', more: Partial<FoundNames> = {}): FoundNames => ({
  ...{ file, folder, isFolder: false, platform: '' },
  ...more,
});

describe('itemFacts', () => {
  it.each([
    ['hl2.zip', 'Half-Life 2', 'Half-Life 2'],
    ['rld-hl2.part1.rar', 'Half-Life.2-RELOADED', 'Half-Life.2-RELOADED'],
    ['setup.exe', 'Neverball', 'Neverball'],
    ['setup_neverball_1.6.exe', 'Neverball', 'setup_neverball_1.6'],
    ['Neverball.zip', 'Neverball (2003)', 'Neverball'],
    ['Doom.zip', 'Action Games', 'Doom'],
    ['Half-Life 2.zip', 'Valve', 'Half-Life 2'],
    ['Half-Life 2 Episode One.7z.001', 'HL2EP1', 'Half-Life 2 Episode One'],
    ['Game (Disc 1).cue', '', 'Game'],
    ['archive.tar.gz.aa', 'Tux Racer', 'Tux Racer'],
    ['SuperTux.tar.xz', '', 'SuperTux'],
    ['1942.zip', '', '1942'],
  ])('takes the title of %s in %j from the more telling name', (file, folder, text) => {
    expect(itemFacts(named(file, folder), rules).text).toBe(text);
  });

  it('reads year, ids and version in both names', () => {
    const names = named('setup_half_life_2_v1.2.exe', 'Half-Life 2 (2004) [steam-220]');
    expect(itemFacts(names, rules)).toEqual({
      ...{ text: 'Half-Life 2', year: 2004, ids: { steam: '220' } },
      ...{ version: '1.2', platform: 'Windows (Version)', platformFrom: 'name' },
    });
  });

  it.each([
    ['a-linux.zip', { platform: 'Windows' }, 'Linux', 'name'],
    ['a.exe', { platform: 'Mac' }, 'Windows', 'extension'],
    ['a.dmg', {}, 'Mac', 'extension'],
    ['a.AppImage', {}, 'Linux', 'extension'],
    ['a.sh', {}, 'Linux', 'extension'],
    ['a.nsp', {}, 'Nintendo Switch', 'extension'],
    ['a.zip', { platform: 'Mac' }, 'Mac', 'folder'],
    ['a.sfc', { platform: 'SNES' }, 'SNES', 'folder'],
    ['a.run', { platform: 'Mac', isFolder: true }, 'Mac', 'folder'],
    ['a.zip', {}, '', 'none'],
  ])('takes the platform of %s with %j from the most certain clue', (file, more, platform, platformFrom) => {
    expect(itemFacts(named(file, '', more), rules)).toMatchObject({ platform, platformFrom });
  });

  it('knows the platforms that the library has besides, and the default', () => {
    const more = {
      ...rules,
      platformAliases: { snes: 'SNES', ps2: 'PlayStation 2' },
      defaultPlatform: 'DOS',
    };
    const platforms = ['a.sfc', 'a (PS2).iso', 'a [S-NES].zip', 'a snes.zip', 'a (constructor).zip'].map(
      (file) => itemFacts(named(file), more).platform,
    );
    expect(platforms).toEqual(['SNES', 'PlayStation 2', 'SNES', 'DOS', 'DOS']);
  });
});

it('platformOfFolder tells a platform that is missing from a name that means none', () => {
  expect(platformOfFolder('SNES', {}, {})).toBe('');
  expect(platformOfFolder('Doom', {}, {})).toBeUndefined();
  expect(platformOfFolder('Doom', { doom: 'DOS' }, {})).toBe('DOS');
});
