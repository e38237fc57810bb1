// Unpacked games with links, programs and empty folders, downloaded and unpacked again.
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addFolder, createLibraryDisk, itemsOf, type LibraryDisk, scan } from '#test/library-disk.ts';
import { getTicket } from '#test/sample-download.ts';
import { sha256 } from '#test/traces.ts';
import { mayUse, runUnpacker, unpackers } from '#test/zips.ts';

let app: TestApp;
let admin: Client;
let disk: LibraryDisk;
let unpacked: string;
beforeEach(async () => {
  disk = await createLibraryDisk();
  unpacked = await mkdtemp(join(tmpdir(), 'cellar-unpacked-'));
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await Promise.all([disk.remove(), rm(unpacked, { recursive: true })]);
});

const running = new AbortController().signal;
const at = (path: string) => join(disk.root, path);
const isExecutable = async (path: string) => ((await stat(join(unpacked, path))).mode & 0o111) !== 0;

/** Adds everything on the disk as one game, and returns it with its ZIP. */
async function addAll(settings: object = {}) {
  const folder = await addFolder(admin, disk.root, { platform: 'Linux', ...settings });
  await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
  await app.services.itemAdding.addInPlace(running);
  await app.services.itemAdding.importItems(running);
  await app.services.files.digestZipsInPlace();
  const [game] = (await admin.call(api.listGames, { query: {} })).body.games;
  const id = game?._id ?? '';
  const [file] = (await admin.call(api.getGame, { params: { id } })).body.gameFiles;
  return { folder, id, file, ticket: { id, platform: file.platform } };
}

async function unpack(ticket: { id: string; platform: string }): Promise<Buffer> {
  const { url } = await getTicket(admin, ticket);
  const bytes = Buffer.from(await (await app.visitor.fetch(url)).arrayBuffer());
  const zip = join(unpacked, 'game.zip');
  await writeFile(zip, bytes);
  for (const unpacker of unpackers.filter(({ name }) => name === 'unzip' && mayUse({ name } as never)))
    await runUnpacker(unpacker, unpacker.unpack(zip, unpacked), zip);
  return bytes;
}

/** A Linux game as its maker packs it, and links that lead out in three ways. */
async function writeLinuxGame(): Promise<void> {
  await disk.write({
    'Orbit/orbit': 'program',
    'Orbit/data/a.pak': 'data',
    'Orbit/lib/libSDL2-2.0.so.0': 'library',
  });
  await disk.write({ 'Orbit/orbit.x86_64': 'another program' });
  await chmod(at('Orbit/orbit'), 0o755);
  await mkdir(at('Orbit/saves'));
  await symlink('libSDL2-2.0.so.0', at('Orbit/lib/libSDL2.so'));
  await symlink('../data', at('Orbit/lib/data'));
  await symlink('/etc/passwd', at('Orbit/data/absolute'));
  await symlink('../../Orbit/data', at('Orbit/data/upwards'));
  // Through `data`, `..` is another folder than it seems to be.
  await symlink('../lib/data/../../x', at('Orbit/data/through'));
}

describe('an unpacked game', () => {
  it('keeps its links, programs and empty folders, and leaves out links that lead elsewhere', async () => {
    await writeLinuxGame();
    const { file, ticket, id, folder } = await addAll();
    const bytes = await unpack(ticket);
    expect(sha256(bytes)).toBe(file.sha256);
    expect(await readlink(join(unpacked, 'lib/libSDL2.so'))).toBe('libSDL2-2.0.so.0');
    expect(await readFile(join(unpacked, 'lib/data/a.pak'), 'utf8')).toBe('data');
    expect(await readdir(join(unpacked, 'saves'))).toEqual([]);
    expect(await readdir(join(unpacked, 'data'))).toEqual(['a.pak']);
    expect(await Promise.all(['orbit', 'orbit.x86_64', 'data/a.pak'].map(isExecutable))).toEqual([
      true,
      true,
      false,
    ]);

    expect(file).toMatchObject({ fileCount: 4, leftOutLinks: 3 });
    const { body } = await admin.call(api.listScanProblems, { params: { id: folder.id } });
    expect(body.problems.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['absolute', 'through', 'upwards'].map((name) => `Orbit/data/${name}`),
    );
    const params = { id, platform: file.platform };
    const { files, total } = (await admin.call(api.listSingleFiles, { params, query: {} })).body;
    expect([files.map(({ path }: { path: string }) => path), total]).toEqual([
      ['data/a.pak', 'lib/libSDL2-2.0.so.0', 'orbit', 'orbit.x86_64'],
      4,
    ]);
  });

  it('is read again when a link or a program changes, but not for what says nothing', async () => {
    await writeLinuxGame();
    const { folder } = await addAll();
    const fingerprints = [(await itemsOf(app))[0]?.fingerprint];
    const changes = [
      () => rm(at('Orbit/lib/data')).then(() => symlink('../data/a.pak', at('Orbit/lib/data'))),
      () => chmod(at('Orbit/orbit.x86_64'), 0o755),
      () => rm(at('Orbit/saves'), { recursive: true }),
    ];
    for (const change of changes) {
      await change();
      await scan(admin, folder.id);
      fingerprints.push((await itemsOf(app))[0]?.fingerprint);
    }
    expect(new Set(fingerprints).size).toBe(4);
  });

  it('of which all files are executable has programs by their names only', async () => {
    await writeLinuxGame();
    for (const name of ['orbit', 'orbit.x86_64', 'data/a.pak', 'lib/libSDL2-2.0.so.0'])
      await chmod(at(`Orbit/${name}`), 0o777);
    await unpack((await addAll()).ticket);
    expect(await Promise.all(['orbit', 'orbit.x86_64', 'data/a.pak'].map(isExecutable))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('for the Mac keeps its folder, and its programs are executable', async () => {
    await disk.write({
      'Orbit.app/Contents/Info.plist': 'facts',
      'Orbit.app/Contents/MacOS/Orbit': 'program',
      'Orbit.app/Contents/Frameworks/SDL.framework/Versions/A/SDL': 'library',
    });
    await symlink('A', at('Orbit.app/Contents/Frameworks/SDL.framework/Versions/Current'));
    await symlink('Versions/Current/SDL', at('Orbit.app/Contents/Frameworks/SDL.framework/SDL'));
    const { ticket, file } = await addAll({ platform: 'Mac' });
    expect(sha256(await unpack(ticket))).toBe(file.sha256);
    const frameworks = 'Orbit.app/Contents/Frameworks/SDL.framework';
    expect(await readFile(join(unpacked, frameworks, 'SDL'), 'utf8')).toBe('library');
    expect(await isExecutable('Orbit.app/Contents/MacOS/Orbit')).toBe(true);
  });

  it('is moved as a whole, also with its links', async () => {
    await disk.write({ 'Orbit/orbit.exe': 'program', 'Orbit/data/a.pak': 'data' });
    await symlink('a.pak', at('Orbit/data/b.pak'));
    await mkdir(at('Orbit/saves'));
    const { ticket } = await addAll({ mode: 'move' });
    expect(await readdir(disk.root)).toEqual([]);
    await unpack(ticket);
    expect(await readlink(join(unpacked, 'data/b.pak'))).toBe('a.pak');
  });
});
