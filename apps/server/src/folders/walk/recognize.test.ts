import { describe, expect, it } from 'vitest';
import { type Place, type Rules, recognizeFolder, topPlace } from './recognize.ts';
import type { PathDecision } from './scan-types.ts';

const plainRules: Rules = {
  added: new Set(),
  platformsOfFolders: {},
  platformAliases: {},
  decisions: {},
  hasDecisions: false,
};

interface Where {
  path?: string;
  place?: Partial<Place>;
  rules?: Partial<Rules>;
}

/** Names that end with `/` are directories. */
function recognize(names: string[], { path = 'Some Game', place = {}, rules = {} }: Where = {}) {
  const entries = names.map((name) => ({ name: name.replace(/\/$/, ''), isFolder: name.endsWith('/') }));
  const listing = { path, name: path.split('/').at(-1) ?? '', entries };
  return recognizeFolder(listing, { ...topPlace, ...place }, { ...plainRules, ...rules });
}

function openedBy(names: string[], where?: Where) {
  const decision = recognize(names, where);
  if (decision.as !== 'open') throw new Error(`the folder is ${decision.as}`);
  return decision;
}

const decide = (path: string, decision: PathDecision): Partial<Rules> => ({
  decisions: { [path]: decision },
  hasDecisions: true,
});

describe('an unpacked game', () => {
  it.each([
    ['a program with a library', ['game.exe', 'sdl.dll']],
    ['a program with a data folder', ['Game.exe', 'Game_Data/']],
    ['a program for Linux', ['game.x86_64', 'data.pak']],
    ['a script that starts it', ['start.sh', 'game.dat']],
    ['a game for DOS', ['GAME.COM', 'GAME.DAT']],
    ['a web page', ['index.html', 'game.js']],
    ['an installed game of GOG', ['start.sh', 'gameinfo', 'support/']],
    ['a disc with an installer', ['setup.exe', 'data1.cab', 'data1.hdr']],
    ['programs in a folder', ['bin/', 'data/', 'version.dat']],
    ['a program of the same name', ['somegame.exe', 'id1/']],
    ['a disc of the Xbox', ['default.xbe', 'media/']],
  ])('is recognized by %s', (_what, names) => {
    expect(recognize(names)).toMatchObject({ as: 'one', names: { file: 'Some Game', isFolder: true } });
  });

  it('is a package for the Mac', () => {
    expect(recognize(['Contents/'], { path: 'a/Game.app' }).as).toBe('one');
  });

  it.each([
    ['an archive beside a web page', ['a.zip', 'index.html']],
    ['many programs', ['a.exe', 'b.exe', 'c.exe', 'd.exe', 'x.dat']],
    ['installers', ['setup_a.exe', 'setup_b.exe', 'notes.txt']],
    ['programs that stand alone', ['a.exe', 'b.exe', 'c.exe']],
    ['a program beside other games', ['openttd.exe', 'Doom/', 'Quake/']],
    ['archives', ['a.zip', 'b.zip', 'cover.jpg']],
    ['volumes', ['a.rar', 'a.r00', 'a.r01']],
    ['an installer with data', ['setup_a.exe', 'setup_a-1.bin']],
    ['an image', ['a.cue', 'a.bin']],
  ])('is not recognized by %s', (_what, names) => {
    expect(recognize(names).as).toBe('open');
  });

  it('is not what lies in the library folder itself or in the folder of a platform', () => {
    expect(recognize(['game.exe', 'a.dll'], { path: '' }).as).toBe('open');
    expect(recognize(['game.exe', 'a.dll'], { path: 'PC', place: { isPlatformFolder: true } }).as).toBe(
      'open',
    );
  });
});

describe('the folder of one game', () => {
  it('lends its name to the only archive', () => {
    const { files } = openedBy(['hl2.zip', 'readme.nfo', 'cover.jpg']);
    expect(files).toMatchObject([{ lead: 'hl2.zip', names: { file: 'hl2.zip', folder: 'Some Game' } }]);
  });

  it('lends its name to the only set', () => {
    const { files } = openedBy(['a.part1.rar', 'a.part2.rar', 'a.sfv']);
    expect(files).toMatchObject([
      { members: ['a.part1.rar', 'a.part2.rar'], names: { folder: 'Some Game' } },
    ]);
  });

  it('does not lend its name to several', () => {
    const { files } = openedBy(['a.zip', 'b.zip']);
    expect(files.map(({ names }) => names.folder)).toEqual(['', '']);
  });

  it('lends its name to what the folders of its platforms hold', () => {
    const { folders } = openedBy(['Windows/', 'Linux/', 'DLC/']);
    expect(folders).toMatchObject([
      { name: 'Windows', place: { platform: 'Windows', gameFolder: 'Some Game' } },
      { name: 'Linux', place: { platform: 'Linux', gameFolder: 'Some Game' } },
      { name: 'DLC', place: { extra: { kind: 'dlc', ownerPath: 'Some Game' } } },
    ]);
    const place = folders[1]?.place ?? topPlace;
    expect(openedBy(['setup.sh'], { path: 'Some Game/Linux', place }).files).toMatchObject([
      { names: { folder: 'Some Game', platform: 'Linux' } },
    ]);
    expect(recognize(['start.sh', 'game.pak'], { path: 'Some Game/Linux', place })).toMatchObject({
      as: 'one',
      names: { file: 'Some Game', platform: 'Linux' },
    });
  });
});

describe('a folder named like a platform', () => {
  const platforms = (names: string[], where: Where) =>
    openedBy(names, where).folders.map(({ place }) => place.isPlatformFolder && place.platform);

  it.each([
    ['Windows', 'Windows'],
    ['PC', 'Windows'],
    ['macOS', 'Mac'],
    ['linux', 'Linux'],
    ['PS2', 'PlayStation'],
    ['Sony - PlayStation 2', 'PlayStation'],
    ['Nintendo Switch', 'Nintendo Switch'],
    ['SNES', ''],
  ])('%s holds games for %j', (name, platform) => {
    expect(platforms([`${name}/`], { path: '' })).toEqual([platform]);
  });

  it('means what the admin has chosen, or a platform of the library by its alias', () => {
    const rules = {
      platformsOfFolders: { ps2: 'PlayStation 2', old: 'DOS' },
      platformAliases: { snes: 'SNES' },
    };
    expect(platforms(['PS2/', 'Old/', 'S-NES/'], { path: '', rules })).toEqual([
      'PlayStation 2',
      'DOS',
      'SNES',
    ]);
  });

  it('sets the platform of all folders below', () => {
    const { folders } = openedBy(['Doom/'], {
      path: 'PC',
      place: { platform: 'Windows', isPlatformFolder: true },
    });
    expect(folders[0]?.place).toMatchObject({ platform: 'Windows', isPlatformFolder: false });
  });

  it('has another name otherwise', () => {
    expect(
      platforms(['Windows 95 Tips/', 'PC Building/', 'constructor/', '__proto__/'], { path: '' }),
    ).toEqual([...[false, false, false, false]]);
  });
});

describe('extras', () => {
  const extra = { kind: 'update', ownerPath: 'Some Game/a.zip' } as const;

  it('belong to the only game beside their folder', () => {
    const { folders } = openedBy(['a.zip', 'Updates/', 'Language Packs/', 'OST/', 'More/']);
    expect(folders.map(({ place }) => place.extra)).toEqual([
      { kind: 'update', ownerPath: 'Some Game/a.zip' },
      { kind: 'language', ownerPath: 'Some Game/a.zip' },
      { kind: 'soundtrack', ownerPath: 'Some Game/a.zip' },
      undefined,
    ]);
  });

  it('belong to the folder if it has several games', () => {
    const { folders } = openedBy(['a.zip', 'b.zip', 'Patches/']);
    expect(folders[0]?.place.extra).toEqual({ kind: 'update', ownerPath: 'Some Game' });
  });

  it('belong to no game in the library folder itself, where only updates, DLC and languages are extras', () => {
    const { folders } = openedBy(['Updates/', 'DLC/', 'Maps/', 'Extras/'], { path: '' });
    expect(folders.map(({ place }) => place.extra?.ownerPath)).toEqual(['', '', undefined, undefined]);
  });

  it('may lie beside their game', () => {
    const names = ['setup_doom_1.0.exe', 'patch_doom_1.0_to_1.1.exe', 'setup_doom_dlc_x_1.0.exe'];
    const { files } = openedBy(names);
    expect(files.map(({ lead, extra: of }) => [lead, of?.kind])).toEqual([
      ['patch_doom_1.0_to_1.1.exe', 'update'],
      ['setup_doom_1.0.exe', undefined],
      ['setup_doom_dlc_x_1.0.exe', 'dlc'],
    ]);
    expect(files[0]?.extra?.ownerPath).toBe('Some Game/setup_doom_1.0.exe');
    expect(files[1]?.names.folder).toBe('Some Game');
  });

  it('are not assumed if the game is not clear', () => {
    const kinds = (names: string[]) => openedBy(names).files.map(({ extra: of }) => of);
    expect(kinds(['a.zip', 'b.zip', 'a-update.zip'])).toEqual([undefined, undefined, undefined]);
    expect(kinds(['anno update.zip', 'doom.zip'])).toEqual([undefined, undefined]);
    expect(kinds(['anno update.zip'])).toEqual([undefined]);
  });

  it('are the archives of their folder one by one', () => {
    const { files, folders } = openedBy(['p1.zip', 'p2.zip', 'notes.txt', '1.2/'], { place: { extra } });
    expect(files.map(({ lead, extra: of }) => [lead, of])).toEqual([
      ['p1.zip', extra],
      ['p2.zip', extra],
    ]);
    expect(folders[0]?.place.extra).toEqual(extra);
  });

  it('are a single document, or the whole folder of other files', () => {
    expect(openedBy(['manual.pdf'], { place: { extra } }).files).toMatchObject([
      { lead: 'manual.pdf', extra },
    ]);
    expect(recognize(['01.mp3', '02.mp3'], { place: { extra } })).toMatchObject({ as: 'one', extra });
  });
});

describe('decisions of an admin', () => {
  it('leave out a folder or a file', () => {
    expect(recognize(['a.zip'], { rules: decide('Some Game', 'skip') }).as).toBe('nothing');
    const { files } = openedBy(['a.zip', 'b.zip'], { rules: decide('Some Game/a.zip', 'skip') });
    expect(files.map(({ lead }) => lead)).toEqual(['b.zip']);
  });

  it('take a folder as one game, or open it', () => {
    expect(recognize(['a.zip', 'b.zip'], { rules: decide('Some Game', 'asOne') }).as).toBe('one');
    expect(recognize(['game.exe', 'a.dll', 'Mod/'], { rules: decide('Some Game', 'open') }).as).toBe('open');
    const extra = { kind: 'dlc', ownerPath: 'x' } as const;
    const opened = openedBy(['a.zip'], { place: { extra }, rules: decide('Some Game', 'open') });
    expect(opened.files[0]?.extra).toBeUndefined();
  });

  it('never take the library folder itself as one game', () => {
    expect(recognize(['a.zip'], { path: '', rules: decide('', 'asOne') }).as).toBe('open');
  });

  it('may add extensions', () => {
    expect(openedBy(['a.foo']).files).toEqual([]);
    expect(openedBy(['a.foo'], { rules: { added: new Set(['.foo']) } }).files).toHaveLength(1);
  });
});

it('ignores hidden entries and partial downloads', () => {
  const { files, folders } = openedBy([
    '.hidden.zip',
    'a.zip.part',
    'b.zip.crdownload',
    'c.zip.!qB',
    '.git/',
    'd.zip',
  ]);
  expect(files.map(({ lead }) => lead)).toEqual(['d.zip']);
  expect(folders).toEqual([]);
});
