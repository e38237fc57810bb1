// Reads titles and other facts from archives' names. bench/matching measures the overall accuracy.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#test/arbitraries.ts';
import { readName } from './read-name.ts';
import { searchTitles } from './score.ts';

describe('readName', () => {
  it.each(['_11', '_v1', '_1_', '_a1', '_build'])(
    'reads a name that repeats %s no slower than others',
    (piece) => {
      // A pattern that can match the same part in two ways would take years for this name.
      expect(readName(`a${piece.repeat(80)}.sh`).title).not.toBe('');
      expect(readName(`a${piece.repeat(80)}_.sh`).title).not.toBe('');
    },
  );

  it.each([
    ['Cyberpunk.2077.v2.1-GOG.zip', 'Cyberpunk 2077'],
    ['setup_the_witcher_3_wild_hunt_goty_1.32_(64bit)_(12345).exe', 'the witcher 3 wild hunt goty'],
    ['The.Witcher.3.Wild.Hunt.GOTY.Edition-GOG.rar', 'The Witcher 3 Wild Hunt GOTY Edition'],
    ['gog_stardew_valley_2.8.0.10.sh.zip', 'stardew valley'],
    ['Stardew Valley v1.5.6 [FitGirl Repack].rar', 'Stardew Valley'],
    ['Red.Dead.Redemption.2.Build.1436.28.REPACK-KaOs.7z', 'Red Dead Redemption 2'],
    ['Wolfenstein.The.New.Order.Update.1-RELOADED.zip', 'Wolfenstein The New Order'],
    ['Left 4 Dead 2 v2.2.3.1 (x64) Multi28.zip', 'Left 4 Dead 2'],
    ['neverball-1.6-linux-x64.zip', 'neverball'],
    ['Oxygen.Not.Included.v652372.Incl.DLCs.zip', 'Oxygen Not Included'],
    ['Diablo II ENGLISH PC.rar', 'Diablo II'],
    ['Dishonored (Definitive Edition) [v1.4].zip', 'Dishonored Definitive Edition'],
    ['Hades v1.38 Deluxe Edition.zip', 'Hades Deluxe Edition'],
    ['DOOM.Eternal-EMPRESS.part1.rar', 'DOOM Eternal'],
    ['C:\\games\\Portal.2-RELOADED.zip', 'Portal 2'],
    ['Elden.Ring.v1.10-SOMEGRP.rar', 'Elden Ring'],
    ['Fate/EXTELLA', 'Fate/EXTELLA'],
    ['pyre_en_1_0_18732.sh', 'pyre'],
    ['the_little_acre_en_gog_3_14723.sh', 'the little acre'],
    ['the_witcher_2_en_release_3_18000.sh', 'the witcher 2'],
    ['140_1_0_370_16000.sh', '140'],
    ['darkest_dungeon_24839_28859.sh', 'darkest dungeon'],
    ['setup_cyberpunk_2077_2.2_(76205)-27.bin', 'cyberpunk 2077'],
    ['setup_system_shock_2_2.48_nd_(32000).exe', 'system shock 2'],
    ['BeholderLinux_1470216862.zip', 'Beholder'],
    ['Jazzpunk-Oct-30-2017-Linux.zip', 'Jazzpunk'],
    ['Siedler.7.German-RELOADED.rar', 'Siedler 7'],
    ['Terraria v 1.4.4.9.zip', 'Terraria'],
    ['Control.Ultimate.Edition-FitGirl.Repack', 'Control Ultimate Edition'],
    ['Mafia The Old Country-voices38.zip', 'Mafia The Old Country'],
    ['Valheim.Build.10120.b192-P2P', 'Valheim'],
    ['Bouncer, The (USA).iso', 'The Bouncer'],
    ['Chrono Trigger (USA).smc', 'Chrono Trigger'],
    ['Panzer Dragoon Saga Disc 1.chd', 'Panzer Dragoon Saga'],
  ])('reads %s', (name, title) => {
    expect(readName(name).title).toBe(title);
  });

  it.each([
    ...[
      'Control',
      'Limbo',
      '2048',
      '1954 Alcatraz',
      'Portal 2',
      'FEZ',
      'XCOM 2',
      'Left 4 Dead 2',
      'Anno 1800',
    ],
    ...[
      'Cyberpunk 2077',
      'The Sims 4',
      'Temple Run',
      'N++',
      'The Good German',
      'Inside',
      'Metro 2033',
      'Star Wars - Outlaws',
      'sonic-unleashed',
      'Proper',
    ],
    ...[
      'Rune',
      'Repack',
      'PC',
      'PC Building Simulator',
      'Linux',
      'Windows 95 Tips',
      '1-2-Switch',
      'X-COM UFO Defense',
    ],
    ...[
      'Super Mario Bros. 3',
      'Dr. Mario',
      'Update',
      'Early Access',
      'GoldenEye 007',
      '0.0.0',
      'v1.0',
      'GOG',
      'Setup',
    ],
  ])('does not change the title %s', (title) => {
    expect(readName(title).title).toBe(title);
    expect(readName(`${title}.zip`).title).toBe(title);
  });

  it('keeps words of titles in a process whose expressions V8 no longer optimizes', () => {
    const titles = ['The Good German', 'Rip', 'Sonic Unleashed.zip', 'Temple.Run'];
    const script = `
      import { readName } from ${JSON.stringify(fileURLToPath(new URL('read-name.ts', import.meta.url)))};
      console.log(${JSON.stringify(titles)}.map((title) => readName(title).title).join());`;
    const args = ['--no-regexp-optimization', '--input-type=module', '--eval', script];
    const read = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(read.trim()).toBe('The Good German,Rip,Sonic Unleashed,Temple Run');
  });

  it('reads a pinned id beside other brackets', () => {
    expect(readName('Half-Life 2 [PC] [steam-220].zip')).toMatchObject({
      title: 'Half-Life 2',
      pinned: { source: 'steam', id: '220' },
    });
    expect(readName('[IGDB-7342] x.zip').pinned).toEqual({ source: 'igdb', id: '7342' });
    expect(readName('Game (rawg-0022).zip').pinned).toEqual({ source: 'rawg', id: '22' });
    expect(readName('Game [gog-22] [steam-].zip').pinned).toBeUndefined();
  });

  it('reads year, version and platform', () => {
    expect(readName('Prey (2017).zip')).toMatchObject({ title: 'Prey', year: 2017, isYearBare: false });
    expect(readName('Doom.2016-CODEX.zip')).toMatchObject({ title: 'Doom', year: 2016, isYearBare: true });
    const tombRaider = { title: 'Tomb Raider GOTY Edition', year: 2013, isYearBare: true };
    expect(readName('Tomb.Raider.2013.GOTY.Edition.v1.1-SKIDROW.zip')).toMatchObject(tombRaider);
    expect(readName('SuperTuxKart-1.4-linux.zip')).toMatchObject({ version: '1.4', platforms: ['Linux'] });
    expect(readName('Grim.Fandango.Remastered.PS4-DUPLEX.zip').platforms).toEqual(['PlayStation']);
  });

  it('returns a number that may be a sequel’s', () => {
    expect(readName('fallout_3_1_7_0_3.zip')).toMatchObject({ title: 'fallout', maybeNumber: '3' });
    expect(readName('Stardew Valley v1.5.6.zip').maybeNumber).toBeNull();
  });

  it('finds a title in every name with letters or digits', () => {
    const word = fc.constantFrom(
      ...[
        'CODEX',
        'v1.2',
        'Update',
        '5',
        'GOTY',
        'Edition',
        'PC',
        '[x]',
        '(2017)',
        'MULTi12',
        'Incl',
        'REPACK',
        'Portal',
      ],
      ...['setup', 'gog', 'Linux', '2', '2016', '+', 'DLC', '-', 'by', 'xatab', '[steam-1]'],
    );
    const glue = fc.constantFrom('.', '_', ' ', '-', ' - ', '');
    const name = fc
      .tuple(fc.array(word, { minLength: 1, maxLength: 8 }), glue)
      .map(([words, by]) => words.join(by));
    fc.assert(
      fc.property(fc.oneof(name, fc.string({ unit: 'grapheme' })), (text) => {
        const { title } = readName(text);
        // A name with a pinned id needs no title.
        const rest = text.replace(/\[steam-1\]/g, '').replace(/\p{Cf}|\uFFFD/gu, '');
        if (/[\p{L}\p{N}]/u.test(rest)) expect(title).toMatch(/[\p{L}\p{N}]/u);
      }),
      { numRuns: 500 },
    );
  });

  it('reads only the beginning of an overlong name', () => {
    const long = 100_000;
    const hostile = [
      ...[
        '(',
        '[',
        '((a',
        '-',
        '- ',
        '.',
        ' ',
        '1.',
        'a-',
        '_',
        '+',
        'v1',
        'Aa',
        '🎮',
        '\u202e',
        '\u0000',
        'GOTY ',
      ],
      ...['\u0301', '\ud800', 'the ', 't h e ', 'Edition ', '[steam-', '.zip', '名 ', 'a名'],
    ].map((part) => part.repeat(long / part.length));
    for (const text of hostile) {
      expect(readName(text)).toEqual(readName(text.slice(0, 1000)));
      searchTitles(readName(text));
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 500 }),
        (text) => void searchTitles(readName(text)),
      ),
    );
  });
});

describe('searchTitles', () => {
  const searched = (name: string) => searchTitles(readName(name));

  it('include the name of a remaster, but not that of an extended edition', () => {
    expect(searched('Metro.2033.Redux-CODEX.zip')).toEqual(['Metro 2033 Redux', 'Metro 2033']);
    expect(searched('Fallout.3.GOTY-RELOADED.zip')).toEqual(['Fallout 3']);
  });

  it('include a title with and without a bare year', () => {
    expect(searched('Football Manager 2023.zip')).toEqual(['Football Manager 2023', 'Football Manager']);
  });

  it('split words joined by capitals, and titles in two scripts', () => {
    expect(searched('HollowKnight.zip')).toEqual(['HollowKnight', 'Hollow Knight']);
    expect(searched('黑神话：悟空 Black Myth Wukong v1.0.zip')[0]).toBe('Black Myth Wukong');
    expect(searched('F.E.A.R.2.Project.Origin.zip')).toEqual(['FEAR 2 Project Origin']);
  });

  it('are empty for a name without words', () => {
    expect(searched('🎮.zip')).toEqual([]);
    expect(searched('...')).toEqual([]);
  });
});
