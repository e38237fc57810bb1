import { describe, expect, it } from 'vitest';
import { guessExtra } from './extras.ts';

describe('guessExtra', () => {
  it.each([
    ['Some_Game_Update_v1.2.zip', 'update', 'Update', '1.2'],
    ['some.game.patch.1.2.to.1.3.exe', 'update', 'Patch', '1.3'],
    ['patch-1.10.2b.7z', 'update', 'Patch', '1.10.2b'],
    ['Some Game - Hotfix 3.rar', 'update', 'Hotfix 3', ''],
    ['Some Game DLC The Island.zip', 'dlc', 'DLC The Island', ''],
    ['Season Pass (v2).zip', 'dlc', 'Season Pass', '2'],
    ['Some Game Manual.pdf', 'manual', 'Manual', ''],
    ['some-game.pdf', 'manual', '', ''],
    ['update_readme.txt', 'manual', 'Update readme', ''],
    ['Some_Game_OST.zip', 'soundtrack', 'OST', ''],
    ['01 Main Theme.flac', 'soundtrack', '01 Main Theme', ''],
    ['french_language_pack.tar.gz', 'language', 'French language pack', ''],
    ['de_dust2.bsp', 'map', 'De dust2', ''],
    ['map pack 2.zip', 'map', 'Map pack 2', ''],
    ['wallpapers.zip', 'other', 'Wallpapers', ''],
    ['.zip', 'other', '', ''],
  ])('%s is %s', (fileName, kind, name, version) => {
    expect(guessExtra(fileName, 'Some Game')).toEqual({ kind, name, version });
  });

  it('is fast for hostile names', () => {
    for (const piece of ['1.', 'v', '- ', '_', 'a.1'])
      expect(guessExtra(`${piece.repeat(20_000)}x.zip`, 'Some Game').name.length).toBeLessThanOrEqual(200);
  });
});
