import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessPlatform } from './platform-guess.ts';
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
