import { describe, expect, it } from 'vitest';
import { groupFiles } from './file-sets.ts';

/** Names that end in 0 to `count - 1`, with at least `digits` digits. */
function named(prefix: string, count: number, digits = 2): string[] {
  return Array.from({ length: count }, (_, number) => prefix + String(number).padStart(digits, '0'));
}

/** The 650 names from `aa` to `yz`. */
function lettered(prefix: string): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.slice(0, 25).flatMap((first) => letters.map((second) => prefix + first + second));
}

describe('groupFiles', () => {
  it.each([
    [
      'volumes of RAR',
      'x.part1.rar',
      named('x.part', 11, 1)
        .slice(1)
        .map((name) => `${name}.rar`),
    ],
    ['volumes that begin with a program', 'x.part01.exe', ['x.part01.exe', 'x.part02.rar']],
    ['old volumes of RAR', 'x.rar', ['x.r00', 'x.r01', 'x.rar']],
    ['more than a hundred old volumes', 'x.rar', [...named('x.r', 100), 'x.s00', 'x.rar']],
    ['a split ZIP', 'x.zip', ['x.z01', 'x.z02', 'x.zip']],
    ['a ZIP of more than 99 volumes', 'x.zip', [...named('x.z', 1271).slice(1), 'x.zip']],
    ['pieces with numbers', 'x.7z.001', ['x.7z.001', 'x.7z.002']],
    ['more than 999 pieces', 'x.7z.001', named('x.7z.', 1271, 3).slice(1)],
    ['pieces with letters', 'x.tar.gz.aa', ['x.tar.gz.aa', 'x.tar.gz.ab']],
    ['more than 650 pieces with letters', 'x.iso.aa', [...lettered('x.iso.'), 'x.iso.zaaa', 'x.iso.zaab']],
    ['a sheet with its image', 'x.cue', ['x.bin', 'x.cue']],
    ['a sheet with its tracks', 'x.cue', ['x (Track 01).bin', 'x (Track 02).bin', 'x.cue']],
    ['a sheet with music', 'x.cue', ['x - Track 02.ogg', 'x.bin', 'x.cue']],
    ['the only sheet with another image', 'x.cue', ['other.bin', 'x.cue']],
    ['an image of Alcohol', 'x.mds', ['x.mdf', 'x.mds']],
    ['an image of CloneCD', 'x.ccd', ['x.ccd', 'x.img', 'x.sub']],
    ['a sheet beside an image of CloneCD', 'x.cue', ['x.ccd', 'x.cue', 'x.img', 'x.sub']],
    ['an image of a Dreamcast disc', 'x.gdi', ['track01.bin', 'track02.raw', 'x.gdi']],
    ['an installer with data', 'setup_x.exe', ['setup_x-1.bin', 'setup_x-2a.bin', 'setup_x.exe']],
    ['the only installer with other data', 'setup.exe', ['fg-01.bin', 'fg-optional.bin', 'setup.exe']],
    ['discs of one game', 'x (Disc 1).chd', ['x (Disc 1).chd', 'x (Disc 2).chd']],
    ['capitals in extensions', 'X.CUE', ['X.BIN', 'X.CUE']],
  ])('joins %s', (_what, lead, members) => {
    const byBytes = members.toSorted((a, b) => (a < b ? -1 : 1));
    expect(groupFiles([...members].reverse())).toEqual([{ lead, members: byBytes, isIncomplete: false }]);
  });

  it('joins the discs of a game with all their tracks', () => {
    const members = [1, 2].flatMap((disc) => [`x (Disc ${disc}).bin`, `x (Disc ${disc}).cue`]);
    expect(groupFiles(members)).toEqual([{ lead: 'x (Disc 1).cue', members, isIncomplete: false }]);
  });

  it.each([
    ['x.part1.rar', 'x.part3.rar'],
    ['x.part2.rar'],
    ['x.rar', 'x.r00', 'x.r02'],
    ['x.rar', 'x.r01'],
    ['x.zip', 'x.z02'],
    ['x.7z.001', 'x.7z.003'],
    ['x.iso.aa', 'x.iso.ac'],
    [...lettered('x.iso.'), 'x.iso.zaab'],
    ['setup.exe', 'setup-1.bin', 'setup-3.bin'],
    ['setup.exe', 'setup-2.bin'],
    ['x (Disc 1).chd', 'x (Disc 3).chd'],
    ['x (Disc 1 of 3).chd', 'x (Disc 2 of 3).chd'],
    ['x (Disc 2).chd'],
    ['x (Disc 1).cue', 'x (Disc 1).bin', 'x (Disc 2).7z.001', 'x (Disc 2).7z.003'],
  ])('notices what is missing of %s …', (...names) => {
    expect(groupFiles(names).filter(({ isIncomplete }) => isIncomplete)).toHaveLength(1);
  });

  it.each([
    ['archives', ['x.zip', 'y.zip', 'x.rar']],
    ['games of the Nintendo 64', ['x.z64', 'y.v64', 'z.n64', 'x.rar']],
    ['a volume without the first', ['x.r01', 'x.r02']],
    ['data without an installer', ['x-1.bin', 'y-1.bin']],
    ['images without a sheet', ['x.bin', 'y.img']],
    ['images beside two sheets of other names', ['x.bin', 'y.cue', 'z.cue']],
    ['names that differ only in case', ['x.zip', 'X.zip', 'X.z01x']],
    ['versions', ['game 1.01.zip', 'game 1.02.zip']],
    ['different discs', ['x (Disc 1).chd', 'y (Disc 1).chd']],
    ['languages', ['readme.en', 'readme.fr']],
  ])('leaves %s alone', (_what, names) => {
    expect(groupFiles(names)).toEqual([]);
  });

  it('keeps sets apart that differ only in case', () => {
    const sets = groupFiles(['A.bin', 'A.cue', 'a.bin', 'a.cue']);
    expect(sets.map(({ lead }) => lead).sort()).toEqual(['A.cue', 'a.cue']);
  });

  it.each(['.part1', 'x-1', '.r00', '(Disc 1)', '(', ' (Track 1)', '.'])(
    'is fast for a name that only repeats %j',
    (piece) => {
      const name = piece.repeat(5000);
      expect(groupFiles([`${name}.rar`, `${name}.bin`, `${name}.exe`, 'x.cue'])).toBeDefined();
    },
  );
});
