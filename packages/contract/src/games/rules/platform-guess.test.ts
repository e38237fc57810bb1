import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessPlatform } from './platform-guess.ts';
import { platformPresets } from './platform-presets.ts';
import { isVersion, needsVersion, platformChoices } from './platforms.ts';

describe('guessPlatform', () => {
  it.each([
    ['never_ball-win64.zip', 'Windows'],
    ['Neverball (Windows).7z', 'Windows'],
    ['NeverballWin32.zip', 'Windows'],
    ['neverball PC.rar', 'Windows'],
    ['setup_neverball.zip', 'Windows'],
    ['neverball-installer.exe.zip', 'Windows'],
    ['neverball-mac.zip', 'Mac'],
    ['neverball.macOS.universal.zip', 'Mac'],
    ['neverball_osx.7z', 'Mac'],
    ['neverball.dmg.zip', 'Mac'],
    ['neverball-linux-x86_64.zip', 'Linux'],
    ['Neverball.AppImage.zip', 'Linux'],
    ['C:\\games\\neverball_linux64.ZIP', 'Linux'],
    ['Game [NSP].zip', 'Nintendo Switch'],
    ['Game (Switch).rar', 'Nintendo Switch'],
    ['Game.xci.zip', 'Nintendo Switch'],
    ...['ps1', 'PS2', 'ps3', 'PS4', 'ps5', 'PSX', 'Vita', 'PlayStation'].map((tag) => [
      `Game [${tag}].zip`,
      'PlayStation',
    ]),
    ['Game - Xbox 360.zip', 'Xbox'],
    ['Game_x360.7z', 'Xbox'],
  ])('recognizes %s as %s', (fileName, choice) => {
    expect(guessPlatform(fileName).choice).toBe(choice);
  });

  it.each([
    ['Neverball [modded] win64.zip', 'Windows (Modded)', ''],
    ['Neverball (Modded) [Mac].zip', 'Mac (Modded)', ''],
    ['neverball_linux_modded_v2.zip', 'Linux (Modded)', '2'],
    ['Neverball v1.2 [win].zip', 'Windows (Version)', '1.2'],
    ['neverball_v1_6_0_osx.zip', 'Mac (Version)', '1.6.0'],
    ['Neverball.Version.3.linux.zip', 'Linux (Version)', '3'],
    ['neverball-1.6.0-linux.zip', 'Linux (Version)', '1.6.0'],
    ['neverball-v1.2b3-win.zip', 'Windows (Version)', '1.2b3'],
    ['Game v1.2 [NSP].zip', 'Nintendo Switch', '1.2'],
    ['Neverball v1.2.zip', '', '1.2'],
    ['neverball-1.6-win.zip', 'Windows', ''],
  ])('recognizes %s as %j with version %j', (fileName, choice, version) => {
    expect(guessPlatform(fileName)).toEqual({ choice, version });
  });

  it.each([
    ['neverball.zip', 'no platform is named'],
    ['neverball-win-mac-linux.zip', 'three platforms are named'],
    ['Game [Windows] [Linux].zip', 'two platforms are named in brackets'],
    ['Game (GBA).zip', 'the platform is not one of the choices'],
    ['Game setup.apk.zip', 'the platform is not one of the choices, despite “setup”'],
    ['Windowed Switchboard Macaroni.zip', 'words only begin like a platform'],
    ['[modded] v1.zip', '“modded” is not a platform'],
    ['.zip', 'the name is empty'],
  ])('makes no choice for %s: %s', (fileName) => {
    expect(guessPlatform(fileName).choice).toBe('');
  });

  it('prefers words in brackets, and trusts the first word least', () => {
    expect(guessPlatform('Switch Ball (Linux).zip').choice).toBe('Linux');
    expect(guessPlatform('Mac Attack linux.zip').choice).toBe('Linux');
    expect(guessPlatform('windows_neverball.zip').choice).toBe('Windows');
    expect(guessPlatform('setup neverball linux.zip').choice).toBe('Linux');
  });

  describe('with own platforms', () => {
    it.each([
      ['Game [PS2].zip', 'PlayStation 2'],
      ['Game (PlayStation 2).zip', 'PlayStation 2'],
      ['game_playstation-2_v1.2.zip', 'PlayStation 2'],
      ['Game [PS1].zip', 'PlayStation'],
      ['Game (PlayStation).zip', 'PlayStation'],
      ['Game [PlayStation] [2].zip', 'PlayStation'],
      ['Game (SNES).zip', 'SNES'],
      ['Game.sfc.zip', 'SNES'],
      ['Game (Game Boy Advance).zip', 'Game Boy Advance'],
      ['Game (Game Boy).zip', 'Game Boy'],
      ['Game [gba].zip', 'Game Boy Advance'],
      ['Game [Xbox 360].7z', 'Xbox 360'],
      ['Game [Xbox].7z', 'Xbox'],
      ['Game PC Engine.zip', 'PC Engine'],
      ['Game PC.zip', 'Windows'],
      ['Game (MS-DOS).zip', 'DOS'],
      ['Game setup.apk.zip', 'Android'],
      ['Game [PS2] [Xbox].zip', ''],
      ['Game [PS2] [SNES].zip', ''],
      ['Game [PS22].zip', ''],
      ['Dosage.zip', ''],
      ['Saturn Bomberman (Linux).zip', 'Linux'],
      ['Game win64.zip', 'Windows'],
    ])('recognizes %s as %j', (fileName, choice) => {
      expect(guessPlatform(fileName, platformPresets).choice).toBe(choice);
    });

    it('keeps the version, but the choice has none', () => {
      const guess = guessPlatform('Game v1.2 [modded] [PS2].zip', platformPresets);
      expect(guess).toEqual({ choice: 'PlayStation 2', version: '1.2' });
    });

    it('compares accents in both of their forms, and scripts other than Latin', () => {
      const own = [
        { name: 'Méga Drive', aliases: [] },
        { name: 'ファミコン', aliases: ['ГБ'] },
        { name: 'other', aliases: [] },
      ];
      expect(guessPlatform('Jeu (Me\u0301ga Drive).zip', own).choice).toBe('Méga Drive');
      expect(guessPlatform('ゲーム [ファミコン].zip', own).choice).toBe('ファミコン');
      expect(guessPlatform('Game [гб].zip', own).choice).toBe('ファミコン');
      expect(guessPlatform('Game [other].zip', own).choice).toBe('other');
      expect(guessPlatform('Game [GBA].zip', own).choice).toBe('');
    });

    it('is fast for many platforms and many names', () => {
      const own = Array.from({ length: 100 }, (_, at) => ({
        name: `Platform ${at}`,
        aliases: Array.from({ length: 20 }, (_word, word) => `Platform ${at} alias ${word}`),
      }));
      const names = Array.from(
        { length: 2000 },
        (_, at) => `Some Game ${at} [platform ${at % 100} alias 3].zip`,
      );
      expect(names.map((name) => guessPlatform(name, own).choice)).toEqual(
        names.map((_, at) => `Platform ${at % 100}`),
      );
    });
  });

  it('returns a valid choice or none for any name', () => {
    const pieces = ['v1.2', '[modded]', 'win64', 'mac', '(linux)', 'setup', '1.2.3', ' ', '_', 'v', 'Ball'];
    const names = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 0x10_ff_ff })).map((points) => String.fromCodePoint(...points)),
      fc.array(fc.constantFrom(...pieces)).map((parts) => `${parts.join('-')}.zip`),
    );
    const allowed: readonly string[] = ['', ...platformChoices];
    fc.assert(
      fc.property(names, (name) => {
        const { choice, version } = guessPlatform(name);
        const isGiven = version === '' ? !needsVersion(choice) : isVersion(version);
        return isGiven && allowed.includes(choice);
      }),
    );
  });

  it('finds a platform in brackets in any title', () => {
    const tags = {
      win64: 'Windows',
      macOS: 'Mac',
      'linux x64': 'Linux',
      PS4: 'PlayStation',
      XCI: 'Nintendo Switch',
    };
    const titles = fc.string({ maxLength: 60 }).map((text) => text.replace(/[[\]()]/g, ''));
    fc.assert(
      fc.property(titles, fc.constantFrom(...Object.entries(tags)), (title, [tag, platform]) => {
        expect(guessPlatform(`${title} [${tag}].zip`).choice.replace(/ \(.*/, '')).toBe(platform);
      }),
    );
  });

  it.each(['v1.', '1.', '[', '(', '[(', 'v_', '[mod', 'v1_1_1_1_1'])(
    'is fast for a name that only repeats %j',
    (piece) => {
      expect(guessPlatform(piece.repeat(100_000)).choice).toBe('');
    },
  );
});
