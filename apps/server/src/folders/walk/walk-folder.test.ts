import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addFiles, emptyFolder, folderOf, membersOfItem, walkAll } from '#test/library-folders.ts';
import { compareBytes, defaultWalkRules, orderKey } from './scan-types.ts';
import { walkFolder } from './walk-folder.ts';

const never = new AbortController().signal;

describe('walkFolder', () => {
  it('finds files, sets, folders and extras in the order of their paths', async () => {
    const root = folderOf([
      ...[
        'b.zip',
        'b/c.part2.rar',
        'b/c.part1.rar',
        'b.d/e.iso',
        'Doom (1993)/doom.zip',
        'Doom (1993)/Updates/1.1.zip',
      ],
      ...[
        'Quake/quake.exe',
        'Quake/Id1/pak0.pak',
        'Quake/notes.txt',
        'Linux/tux.sh',
        'Linux/tux/tux.AppImage',
        'notes.txt',
      ],
      ...['Both/Mac/a.dmg', 'Both/Windows/a.exe', 'Both/Manual/a.pdf'],
    ]);
    const { found, items, problems, summary } = await walkAll(root);
    expect(found).toEqual([
      'file Both/Mac/a.dmg',
      'manual Both/Manual/a.pdf of Both',
      'file Both/Windows/a.exe',
      'update Doom (1993)/Updates/1.1.zip of Doom (1993)/doom.zip',
      'file Doom (1993)/doom.zip',
      'file Linux/tux.sh',
      'file Linux/tux/tux.AppImage',
      'folder Quake',
      'file b.d/e.iso',
      'file b.zip',
      'set b/c.part1.rar',
    ]);
    expect(items.map(orderKey)).toEqual(items.map(orderKey).sort(compareBytes));
    expect(problems).toEqual([]);
    expect(summary).toEqual({
      isEmpty: false,
      isFinal: true,
      entryCount: 27,
      folderCount: 13,
      problemCount: 0,
    });
  });

  it('keeps the order of bytes for any names', async () => {
    const names = [
      'a',
      'a b',
      'a!',
      'a.',
      'a0',
      'A',
      'é',
      'e\u0301',
      '\u{1f3ae}',
      '\u{ff21}',
      '\u{e000}',
      '忍',
      '~',
    ];
    const root = folderOf(
      names.flatMap((name) => [`${name}/x.exe`, `${name}/x.dll`, `${name}.zip`, `${name}-/y.zip`]),
    );
    const { items } = await walkAll(root);
    const bytes = items.map((item) => Buffer.from(orderKey(item)));
    expect(items).toHaveLength(3 * names.length);
    expect(bytes).toEqual(bytes.toSorted(Buffer.compare));
  });

  it('describes a file, a set and a folder', async () => {
    const root = folderOf([
      'x.TAR.GZ',
      's/a.z01',
      's/a.zip',
      'f/game.exe',
      'f/data/1.pak',
      'f/.hidden',
      'f/Thumbs.db',
    ]);
    writeFileSync(join(root, 's/a.z01'), 'abc');
    utimesSync(join(root, 's/a.z01'), 1_600_000_000.25, 1_600_000_000.25);
    const { items } = await walkAll(root);
    const modifiedAtMs = statSync(join(root, 'x.TAR.GZ')).mtimeMs;
    expect(items).toMatchObject([
      { path: 'f', kind: 'folder', size: 3, fileCount: 3, modifiedAtMs, extension: '.zip', isFresh: false },
      {
        path: 's/a.zip',
        kind: 'set',
        size: 4,
        fileCount: 2,
        modifiedAtMs: 1_600_000_000_250,
        extension: '.zip',
      },
      { path: 'x.TAR.GZ', kind: 'file', size: 1, fileCount: 1, modifiedAtMs, extension: '.tar.gz' },
    ]);
    expect(items[1]?.fingerprint).toBe(
      createHash('sha256')
        .update(`a.z01\0${3}\0${1_600_000_000_250}\na.zip\0${1}\0${modifiedAtMs}\n`)
        .digest('hex')
        .slice(0, 32),
    );
  });

  it('gives a renamed or moved item the same fingerprint, and a changed one another', async () => {
    const root = folderOf(['a.zip', 'g/game.exe', 'g/game.dll']);
    const before = (await walkAll(root)).items.map(({ fingerprint }) => fingerprint);
    mkdirSync(join(root, 'moved'));
    renameSync(join(root, 'a.zip'), join(root, 'moved/b.zip'));
    renameSync(join(root, 'g'), join(root, 'moved/h'));
    const after = (await walkAll(root)).items;
    expect(after.map(({ path }) => path)).toEqual(['moved/b.zip', 'moved/h']);
    expect(after.map(({ fingerprint }) => fingerprint)).toEqual(before);
    utimesSync(join(root, 'moved/h/game.dll'), 1, 1);
    expect((await walkAll(root)).items[1]?.fingerprint).not.toBe(before[1]);
  });

  it('marks what may still be being copied', async () => {
    const root = folderOf([
      'old.zip',
      'new.zip',
      'future.zip',
      'g/game.exe',
      'g/game.dll',
      'h/game.exe',
      'h/game.dll',
      'h/data.pak.!qB',
      'i/game.exe',
      'i/game.dll',
      'i/cache.tmp',
    ]);
    const now = new Date();
    const today = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(join(root, 'h/data.pak.!qB'), today, today);
    utimesSync(join(root, 'new.zip'), now, now);
    utimesSync(join(root, 'g/game.dll'), now, now);
    const future = new Date(Date.now() + 100 * 24 * 3_600_000);
    utimesSync(join(root, 'future.zip'), future, future);
    const { items } = await walkAll(root, { rules: { freshMs: 3_600_000 } });
    expect(items.map(({ path, isFresh }) => [path, isFresh])).toEqual([
      ['future.zip', false],
      ['g', true],
      ['h', true],
      // A game may have files with such names for ever.
      ['i', false],
      ['new.zip', true],
      ['old.zip', false],
    ]);
  });

  it('finds several hundred items in several batches', async () => {
    const paths = Array.from({ length: 1300 }, (_, i) => `${i % 13}/Game ${String(i).padStart(4, '0')}.zip`);
    const root = folderOf(paths);
    const sizes: number[] = [];
    const found: string[] = [];
    for await (const { records } of walkFolder({ path: root, excluded: [] }, defaultWalkRules, never)) {
      sizes.push(records.length);
      found.push(...records.flatMap((record) => (record.type === 'item' ? [record.item.path] : [])));
    }
    expect(found).toEqual(paths.sort());
    expect(Math.max(...sizes)).toBe(500);
  });

  it('follows the decisions of the admin', async () => {
    const root = folderOf([
      'one/a.zip',
      'one/b.zip',
      'open/game.exe',
      'open/a.dll',
      'open/Mod/m.zip',
      'skip/a.zip',
      'no.zip',
    ]);
    const decisions = { one: 'asOne', open: 'open', skip: 'skip', 'no.zip': 'skip' } as const;
    const { found } = await walkAll(root, { rules: { decisions, addedExtensions: ['.dll'] } });
    expect(found).toEqual(['folder one', 'file open/Mod/m.zip', 'file open/a.dll', 'file open/game.exe']);
  });

  it('tells an empty folder from one with games', async () => {
    expect((await walkAll(emptyFolder())).summary?.isEmpty).toBe(true);
    expect((await walkAll(folderOf(['.keep', 'lost+found/']))).summary?.isEmpty).toBe(true);
    expect((await walkAll(folderOf(['notes.txt']))).summary?.isEmpty).toBe(false);
  });

  it('enters neither excluded directories nor the folder itself if it is one', async () => {
    const root = folderOf(['a.zip', 'data/files/b.zip', 'x/data/c.zip']);
    const excluded = [join(root, 'data'), join(root, 'absent')];
    expect((await walkAll(root, { excluded })).found).toEqual(['file a.zip', 'file x/data/c.zip']);
    await expect(walkAll(join(root, 'data'), { excluded })).rejects.toMatchObject({ reason: 'excluded' });
  });

  it('refuses a folder that is absent, a file, or a link', async () => {
    const root = folderOf(['a.zip']);
    await expect(walkAll(join(root, 'absent'))).rejects.toMatchObject({ reason: 'absent' });
    await expect(walkAll(join(root, 'a.zip'))).rejects.toMatchObject({ reason: 'absent' });
    await expect(walkAll(`${root}/../${root.split('/').at(-1)}`)).rejects.toMatchObject({
      reason: 'replaced',
    });
  });

  it('reads sizes of sparse files without reading the files', async () => {
    const root = folderOf(['sparse.zip']);
    const bytes = 5 * 1024 ** 4;
    truncateSync(join(root, 'sparse.zip'), bytes);
    expect((await walkAll(root)).items[0]?.size).toBe(bytes);
  });

  it('keeps names apart that differ only in case', async () => {
    const root = folderOf(['Game.zip', 'game.zip', 'GAME/a.zip', 'Game/a.zip']);
    expect((await walkAll(root)).found).toEqual([
      'file GAME/a.zip',
      'file Game.zip',
      'file Game/a.zip',
      'file game.zip',
    ]);
  });
});

describe('listMembers', () => {
  it('lists the files of each item in the order of their paths, with the totals of the scan', async () => {
    const root = folderOf([
      ...[
        'a.zip',
        's/x.cue',
        's/x.bin',
        's/y.zip',
        'g/game.exe',
        'g/data/1.pak',
        'g/data-2',
        'g/.cfg',
        'g/.DS_Store',
      ],
    ]);
    addFiles(root, ['s/x (Track 2).wav']);
    const { items } = await walkAll(root);
    const expected: Record<string, string[]> = {
      'a.zip': ['a.zip'],
      g: ['.cfg', 'data-2', 'data/1.pak', 'game.exe'],
      's/x.cue': ['x (Track 2).wav', 'x.bin', 'x.cue'],
      's/y.zip': ['y.zip'],
    };
    for (const item of items) {
      const { members, total } = await membersOfItem(root, item);
      expect(members.map(({ path }) => path)).toEqual(expected[item.path]);
      const { size, fileCount, modifiedAtMs, fingerprint } = item;
      expect(total).toEqual({ size, fileCount, modifiedAtMs, fingerprint });
    }
    expect(items).toHaveLength(4);
  });

  it('lists thousands of files in batches', async () => {
    const paths = Array.from({ length: 1200 }, (_, i) => `g/${String(i).padStart(4, '0')}.pak`);
    const root = folderOf([...paths, 'g/game.exe']);
    const { members, total } = await membersOfItem(root, { path: 'g', kind: 'folder' });
    expect(members).toHaveLength(1201);
    expect(total?.fileCount).toBe(1201);
  });

  it('refuses an item that is gone or of another kind', async () => {
    const root = folderOf(['a.zip', 'g/a.exe']);
    const missing = { name: 'ItemMissingError' };
    await expect(membersOfItem(root, { path: 'b.zip', kind: 'file' })).rejects.toMatchObject(missing);
    await expect(membersOfItem(root, { path: 'x/b.zip', kind: 'file' })).rejects.toMatchObject(missing);
    await expect(membersOfItem(root, { path: 'g', kind: 'file' })).rejects.toMatchObject(missing);
    await expect(membersOfItem(root, { path: 'a.zip', kind: 'folder' })).rejects.toMatchObject(missing);
    await expect(membersOfItem(root, { path: '../x', kind: 'folder' })).rejects.toMatchObject(missing);
    rmSync(root, { recursive: true });
    await expect(membersOfItem(root, { path: 'a.zip', kind: 'file' })).rejects.toMatchObject({
      reason: 'absent',
    });
  });
});
