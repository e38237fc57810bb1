// Folders in which a scan must not go astray: links, races, names and entries that are no files.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { addFiles, emptyFolder, folderOf, membersOfItem, walkAll } from '#test/library-folders.ts';
import { defaultWalkRules } from './scan-types.ts';
import { walkFolder } from './walk-folder.ts';

const never = new AbortController().signal;

describe('a scan', () => {
  it('reports links and follows none', async () => {
    const outside = folderOf(['secret.zip', 'secret/x.exe', 'secret/x.dll']);
    const root = folderOf(['a.zip', 'g/game.exe', 'g/game.dll', 'c/d/e.zip']);
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret.zip'), join(root, 'file.zip'));
    symlinkSync(root, join(root, 'c/d/loop'));
    symlinkSync('absent', join(root, 'dangling.zip'));
    symlinkSync(outside, join(root, 'g/out'));
    const { found, problems, hidden } = await walkAll(root);
    expect(found).toEqual(['file a.zip', 'file c/d/e.zip', 'folder g']);
    expect(problems.sort()).toEqual(
      ['c/d/loop', 'dangling.zip', 'file.zip', 'g/out', 'out'].map((path) => `link ${path}`),
    );
    expect(hidden).toEqual([]);
    const { members } = await membersOfItem(root, { path: 'g', kind: 'folder' });
    expect(members.map(({ path }) => path)).toEqual(['game.dll', 'game.exe']);
    await expect(membersOfItem(root, { path: 'out/secret', kind: 'folder' })).rejects.toThrow('no files');
    await expect(membersOfItem(root, { path: 'file.zip', kind: 'file' })).rejects.toThrow('no files');
  });

  it('never lists what a link leads to that replaces a directory at any moment', {
    timeout: 300_000,
  }, async () => {
    const outside = folderOf(['secret.zip', 'deep/secret.zip']);
    // A scan spends its time in these between its look at the directory and opening it.
    const before = Array.from({ length: 300 }, (_, i) => `before ${i}/a.zip`);
    const root = folderOf([...before, 'swapped/inside.zip', 'swapped/deep/inside.zip', 'z.zip']);
    const [place, kept] = [join(root, 'swapped'), join(emptyFolder(), 'kept')];
    const swaps = new AbortController();
    const swapping = (async () => {
      while (!swaps.signal.aborted) {
        renameSync(place, kept);
        symlinkSync(outside, place);
        await setImmediate();
        rmSync(place);
        renameSync(kept, place);
        await setImmediate();
      }
    })();
    const seen = new Set<string>();
    let swapsBetween = 0;
    for (let scans = 0; swapsBetween < 3 && scans < 500; scans += 1) {
      const { records, hidden } = await walkAll(root);
      for (const record of records) seen.add(record.type === 'problem' ? record.path : record.item.path);
      if (hidden.includes('swapped')) swapsBetween += 1;
    }
    swaps.abort();
    await swapping;
    expect(swapsBetween).toBe(3);
    expect([...seen].filter((path) => path.includes('secret'))).toEqual([]);
    expect(seen).toContain('z.zip');
  });

  it('reports pipes and sockets, and opens none', async () => {
    const root = folderOf(['a.zip']);
    execFileSync('mkfifo', [join(root, 'pipe.zip')]);
    const server = createServer().listen(join(root, 'socket.zip'));
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { found, problems } = await walkAll(root);
      expect(found).toEqual(['file a.zip']);
      expect(problems.sort()).toEqual(['notAFile pipe.zip', 'notAFile socket.zip']);
    } finally {
      server.close();
    }
  });

  it('reports names that are not UTF-8 and control characters', async () => {
    const root = folderOf(['a.zip']);
    const inRoot = (...bytes: number[]) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes)]);
    writeFileSync(inRoot(0x62, 0xff, 0x2e, 0x7a, 0x69, 0x70), 'x');
    mkdirSync(inRoot(0xc0, 0xaf));
    writeFileSync(inRoot(0xc0, 0xaf, 0x2f, 0x63, 0x2e, 0x7a, 0x69, 0x70), 'x');
    writeFileSync(join(root, 'new\nline.zip'), 'x');
    mkdirSync(join(root, 'bell\u0007'));
    const { found, problems } = await walkAll(root);
    expect(found).toEqual(['file a.zip']);
    expect(problems.sort()).toEqual([
      'controlCharacter bell\u{fffd}',
      'controlCharacter new\u{fffd}line.zip',
      'notUtf8 b\u{fffd}.zip',
      'notUtf8 \u{fffd}\u{fffd}',
    ]);
  });

  it('reports paths of over 2,000 bytes and deeper directories than it enters', async () => {
    const root = folderOf(['z.zip']);
    const step = 'd'.repeat(200);
    // Paths of this length can only be reached step by step.
    execFileSync(
      'sh',
      ['-c', `for i in $(seq 25); do mkdir ${step} && cd -P ${step} || exit 1; : > a.zip; done`],
      {
        cwd: root,
      },
    );
    const long = await walkAll(root);
    expect(long.items.length).toBeGreaterThan(7);
    expect(long.items.every(({ path }) => path.length <= 2000)).toBe(true);
    expect(long.problems).toHaveLength(1);
    expect(long.problems[0]).toMatch(/^pathTooLong d/);
    const shallow = await walkAll(root, { rules: { maxDepth: 3 } });
    expect(shallow.items).toHaveLength(4);
    expect(shallow.problems).toEqual([`tooDeep ${[step, step, step, step].join('/')}`]);
    execFileSync('rm', ['-rf', root]);
  });

  it('reports at most a thousand problems and counts all', async () => {
    const root = folderOf(['a.zip']);
    for (let i = 0; i < 1200; i += 1) symlinkSync('absent', join(root, `link-${i}`));
    const { problems, summary, found } = await walkAll(root);
    expect(problems).toHaveLength(1000);
    expect(summary?.problemCount).toBe(1200);
    expect(found).toEqual(['file a.zip']);
  });

  // The superuser may read every directory, so these run as another user there.
  it('reports directories without permission, and goes on', async () => {
    const root = folderOf(['closed/a.zip', 'game/game.exe', 'game/a.dll', 'game/saves/s', 'z.zip']);
    chmodSync(root, 0o755);
    for (const path of ['closed', 'game/saves']) chmodSync(join(root, path), 0);
    const walked = await asNobody(() => walkAll(root));
    for (const path of ['closed', 'game/saves']) chmodSync(join(root, path), 0o755);
    expect(walked.found).toEqual(['file z.zip']);
    expect(walked.problems).toEqual(['denied closed', 'denied game/saves', 'unreadable game']);
    expect(walked.hidden).toEqual(['closed', 'game/saves', 'game']);
    chmodSync(root, 0);
    await expect(asNobody(() => walkAll(root))).rejects.toMatchObject({ reason: 'denied' });
  });

  it('survives directories that vanish and appear while it runs', async () => {
    const root = folderOf(['a.zip', 'z.zip']);
    const changes = new AbortController();
    const changing = (async () => {
      for (let i = 0; !changes.signal.aborted; i += 1) {
        addFiles(root, [`m/${i % 5}/x.zip`, `m/${i % 5}/deep/y.exe`, `m/${i % 5}/deep/y.dll`]);
        await setImmediate();
        rmSync(join(root, `m/${(i + 3) % 5}`), { recursive: true, force: true });
      }
    })();
    for (let scans = 0; scans < 30; scans += 1) {
      const { found, problems } = await walkAll(root);
      expect(found).toEqual(expect.arrayContaining(['file a.zip', 'file z.zip']));
      expect(problems.filter((problem) => !/^(?:vanished|replaced|unreadable) m\//.test(problem))).toEqual(
        [],
      );
    }
    changes.abort();
    await changing;
  });

  it('fails if the folder is replaced while it runs', async () => {
    // The scan is at most two batches of 500 ahead.
    const root = folderOf(Array.from({ length: 3000 }, (_, i) => `${i}.zip`));
    const scan = walkFolder({ path: root, excluded: [] }, defaultWalkRules, never)[Symbol.asyncIterator]();
    await scan.next();
    renameSync(root, `${root}-moved`);
    mkdirSync(root);
    const rest = (async () => {
      while (!(await scan.next()).done);
    })();
    await expect(rest).rejects.toMatchObject({ name: 'FolderUnavailableError', reason: 'replaced' });
    rmSync(`${root}-moved`, { recursive: true });
  });
});

async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
