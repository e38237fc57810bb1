// Library folders: which directories are permitted, and adding, changing, browsing and removing folders.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';

let app: TestApp;
let admin: Client;
/** Contains the root `games`, and directories outside of it. */
let disk: string;
let root: string;

beforeAll(async () => {
  disk = await realpath(await mkdtemp(join(tmpdir(), 'cellar-disk-')));
  root = join(disk, 'games');
  app = await buildApp({ env: { LIBRARY_ROOTS: `${root}, ${join(disk, 'linked-root')}` } });
  admin = await app.as('admin');
});
beforeEach(async () => {
  for (const path of ['games/pc/old', 'games/mac', 'games2/pc', 'private', 'other']) {
    await mkdir(join(disk, path), { recursive: true });
  }
  await writeFile(join(root, 'readme.txt'), 'hello');
  await symlink(join(disk, 'other'), join(disk, 'linked-root'));
});
afterEach(async () => {
  await app.services.database.db.deleteFrom('libraryFolders').execute();
  for (const name of await readdir(disk)) await rm(join(disk, name), { recursive: true });
});
afterAll(async () => {
  await app.close();
  await rm(disk, { recursive: true });
});

const settings = {
  mode: 'in_place',
  platform: null,
  platformFolders: [],
  extensions: [],
  frequency: 'off',
  isWatched: false,
  addsCertain: false,
};

function add(path: string, other: object = {}, client = admin) {
  return client.call(api.addLibraryFolder, { json: { path, ...settings, ...other } });
}

async function folders() {
  return (await admin.call(api.listLibraryFolders)).body.folders;
}

describe('adding a library folder', () => {
  it('takes directories below a root, with their settings', async () => {
    const changes = { platform: 'Windows', platformFolders: [{ folder: 'Macs', platform: 'Mac' }] };
    const answer = await add(join(root, 'pc'), { ...changes, extensions: ['WAD'], frequency: 'daily' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ path: join(root, 'pc'), ...changes, extensions: ['.wad'] });
    expect(answer.body).toMatchObject({ frequency: 'daily', lastScanAt: null, problem: null });
    expect(answer.body.items).toEqual({
      found: 0,
      adding: 0,
      added: 0,
      missing: 0,
      skipped: 0,
      removed: 0,
      extras: 0,
    });
    expect(await folders()).toHaveLength(1);
  });

  it('takes a root, also without its last slash, and a root that is a link of the admin', async () => {
    expect((await add(`${root}/`)).body.path).toBe(root);
    expect((await add(join(disk, 'linked-root'))).body.path).toBe(join(disk, 'other'));
  });

  it.each([
    ['the directory above the root', () => disk],
    ['a directory outside', () => join(disk, 'private')],
    ['a directory whose name begins like the root', () => join(disk, 'games2')],
    ['a path that leads out by ..', () => `${root}/../private`],
    ['a path that leads out and back in by ..', () => `${root}/pc/../../../private`],
    ['the root of the file system', () => '/'],
    ['a relative path', () => 'games'],
    ['a path through the home directory', () => '~/games'],
    ['the processes', () => '/proc/self/root'],
    ['a path that does not exist, outside', () => join(disk, 'private', 'nothing')],
  ])('refuses %s', async (_, path) => {
    const answer = await add(path());
    expect(answer.status, answer.body.message).toBe(403);
    expect(answer.body.code).toBe('folder_not_permitted');
    expect(await folders()).toEqual([]);
  });

  it.each(['', 'a\0b', `/${'x'.repeat(4000)}`])('refuses the text %j as a path', async (path) => {
    const answer = await add(path === 'a\0b' ? join(root, path) : path);
    expect(answer.status).toBe(400);
  });

  it('refuses links that lead out of the roots, whether something is there or not', async () => {
    await symlink(join(disk, 'private'), join(root, 'escape'));
    await symlink('..', join(root, 'up'));
    await mkdir(join(disk, 'private', 'deep'));
    for (const path of ['escape', 'escape/deep', 'escape/nothing', 'up', 'up/private', 'up/games2/pc']) {
      const answer = await add(join(root, path));
      expect(answer.body.code, path).toBe('folder_not_permitted');
    }
  });

  it('stores where a link inside the roots leads to', async () => {
    await symlink(join(root, 'pc'), join(root, 'shortcut'));
    expect((await add(join(root, 'shortcut'))).body.path).toBe(join(root, 'pc'));
  });

  it('says when there is no such directory', async () => {
    for (const path of ['nothing', 'readme.txt', 'readme.txt/x', 'PC']) {
      const answer = await add(join(root, path));
      expect([answer.status, answer.body.code], path).toEqual([409, 'folder_unreadable']);
    }
  });

  it('refuses a folder that is, contains or lies in another one, also at the same moment', async () => {
    expect((await add(join(root, 'pc'))).status).toBe(201);
    for (const path of ['pc', 'pc/old', '']) {
      const answer = await add(join(root, path));
      expect([answer.status, answer.body.code], path).toEqual([409, 'folder_overlaps']);
    }
    await mkdir(join(root, 'mac', 'old'));
    const answers = await Promise.all(['mac', 'mac/old', 'mac', 'mac/old'].map((p) => add(join(root, p))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await folders()).toHaveLength(2);
  });

  it('is for admins', async () => {
    const member = await app.as('member');
    expect((await member.call(api.addLibraryFolder, { json: { path: root, ...settings } })).status).toBe(403);
  });

  it('refuses settings that are not valid', async () => {
    for (const wrong of [{ mode: 'delete' }, { platform: 'Amstrad' }, { extensions: ['../x'] }]) {
      expect((await add(root, wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
  });
});

describe("Cellar's own directories", () => {
  it('can neither be library folders nor contain one, nor lie in one', async () => {
    const dataDir = join(root, 'cellar', 'data');
    await mkdir(join(dataDir, 'files'), { recursive: true });
    await mkdir(join(disk, 'store'));
    const env = {
      LIBRARY_ROOTS: disk,
      STORAGE_URL: `file:${join(disk, 'store')}`,
      BACKUP_URL: `file:${join(disk, 'backups', 'cellar')}`,
    };
    const own = await buildApp({ env, dataDir });
    onTestFinished(() => own.close());
    const ownAdmin = await own.as('admin');
    const addTo = (path: string) => add(path, {}, ownAdmin);
    await symlink(dataDir, join(root, 'mac', 'data'));
    const refused = [
      'games',
      'games/cellar',
      'games/cellar/data',
      'games/cellar/data/files',
      'games/mac/data',
    ];
    for (const path of [...refused, 'store', '.', 'store/files']) {
      expect((await addTo(join(disk, path))).body.code, path).toMatch(/folder_(not_permitted|unreadable)/);
    }
    // The folder of the backups does not exist yet.
    await mkdir(join(disk, 'backups'));
    expect((await addTo(join(disk, 'backups'))).body.code).toBe('folder_not_permitted');
    expect((await addTo(join(root, 'mac'))).status).toBe(201);
  });

  it.skipIf(!canMount())('are recognized through a bind mount', async () => {
    await mkdir(join(root, 'mounted'));
    execFileSync('mount', ['--bind', app.dataDir, join(root, 'mounted')]);
    try {
      expect((await add(join(root, 'mounted'))).body.code).toBe('folder_not_permitted');
    } finally {
      execFileSync('umount', [join(root, 'mounted')]);
    }
  });
});

describe('browsing', () => {
  const browse = (path = '') => admin.call(api.browseLibraryRoots, { query: { path } });

  it('begins at the roots and shows sub-folders, but neither files, links nor hidden folders', async () => {
    await symlink(join(disk, 'private'), join(root, 'escape'));
    await mkdir(join(root, '.hidden'));
    const roots = (await browse()).body;
    expect(roots.folders.map(({ path }: { path: string }) => path)).toEqual([
      root,
      join(disk, 'linked-root'),
    ]);
    expect((await browse(root)).body).toEqual({
      path: root,
      parent: null,
      folders: ['mac', 'pc'].map((name) => ({ name, path: join(root, name) })),
      isComplete: true,
    });
    expect((await browse(join(root, 'pc'))).body).toMatchObject({ parent: root, folders: [{ name: 'old' }] });
  });

  it('shows nothing outside of the roots', async () => {
    await symlink(disk, join(root, 'escape'));
    for (const path of [disk, '/', join(disk, 'games2'), `${root}/..`, join(root, 'escape')]) {
      expect((await browse(path)).status, path).toBe(403);
    }
    expect((await browse(join(root, 'nothing'))).status).toBe(409);
  });

  it('shows at most 1,000 sub-folders', async () => {
    await Promise.all(Array.from({ length: 1010 }, (_, n) => mkdir(join(root, 'mac', `folder ${n}`))));
    const { body } = await browse(join(root, 'mac'));
    expect(body.folders).toHaveLength(1000);
    expect(body.folders[2].name).toBe('folder 2');
    expect(body.isComplete).toBe(false);
  });

  it('never shows another directory while a folder and a link take turns', async () => {
    await mkdir(join(disk, 'private', 'old', 'secret'), { recursive: true });
    await mkdir(join(root, 'pc', 'old', 'games'));
    await symlink(join(disk, 'private'), join(disk, 'link'));
    let isOver = false;
    async function swap(): Promise<void> {
      while (!isOver) {
        await rename(join(root, 'pc'), join(disk, 'kept'));
        await rename(join(disk, 'link'), join(root, 'pc'));
        await rename(join(root, 'pc'), join(disk, 'link'));
        await rename(join(disk, 'kept'), join(root, 'pc'));
      }
    }
    const swapping = swap();
    const seen = new Set<string>();
    for (let tries = 0; tries < 40; tries += 1) {
      const { status, body } = await browse(join(root, 'pc', 'old'));
      seen.add(status === 200 ? body.folders.map(({ name }: { name: string }) => name).join() : body.code);
    }
    isOver = true;
    await swapping;
    expect(
      [...seen].filter((answer) => !/^(games|folder_not_permitted|folder_unreadable)$/.test(answer)),
    ).toEqual([]);
  });
});

describe('a library folder', () => {
  let id: string;
  beforeEach(async () => {
    id = (await add(join(root, 'pc'))).body.id;
  });

  it('can be changed, and that is in the audit log', async () => {
    const json = { ...settings, isWatched: true, addsCertain: true, frequency: 'hourly', mode: 'copy' };
    const answer = await admin.call(api.editLibraryFolder, { params: { id }, json });
    expect(answer.body).toMatchObject({ ...json, path: join(root, 'pc') });
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(entries[0]).toMatchObject({ action: 'library_folder_changed', subject: join(root, 'pc') });
  });

  it('can be removed', async () => {
    expect((await admin.call(api.removeLibraryFolder, { params: { id } })).status).toBe(202);
    await app.services.libraryFolders.finishRemovals(new AbortController().signal);
    expect(await folders()).toEqual([]);
    expect((await admin.call(api.removeLibraryFolder, { params: { id } })).status).toBe(404);
  });

  it('can be given treatments of sub-folders', async () => {
    const treat = (path: string, treatment: string | null) =>
      admin.call(api.treatLibraryPath, { params: { id }, json: { path, treatment } });
    expect((await treat('old', 'one_game')).status).toBe(202);
    expect((await treat('old', 'open')).status).toBe(202);
    expect((await treat('old', null)).status).toBe(202);
    for (const path of ['../mac', '/old', 'a/../b', '', 'a//b']) {
      expect((await treat(path, 'open')).status, path).toBe(400);
    }
  });

  it('does not exist for other ids', async () => {
    const params = { id: 'nobody' };
    const json = { path: 'x', treatment: 'open' };
    const answers = await Promise.all([
      admin.call(api.editLibraryFolder, { params, json: settings }),
      admin.call(api.scanLibraryFolder, { params, json: {} }),
      admin.call(api.cancelLibraryScan, { params }),
      admin.call(api.treatLibraryPath, { params, json }),
      admin.call(api.listScanProblems, { params }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

it('lists the roots and whether they answer', async () => {
  await rename(join(disk, 'other'), join(disk, 'unplugged'));
  // On a busy machine, a root may answer too late at first.
  const listRoots = async () => (await admin.call(api.listLibraryFolders)).body.roots;
  await expect.poll(listRoots).toEqual([
    { path: root, isAvailable: true },
    { path: join(disk, 'linked-root'), isAvailable: false },
  ]);
});

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}
