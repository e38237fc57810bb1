// Backups on a folder, and restores of them.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { artworkNameAt, artworkNameOf, artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openEmptyStorage } from '#admin/backup/empty-storage.ts';
import { readConfig } from '#start/config.ts';
import { checkFully, newFolder, newLibrary, restoreInto, restoreNew } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { addCheat, addExtra, listExtras } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { picturePath, samplePicture, sendPicture } from '#test/sample-pictures.ts';
import { sampleUpload, sendChunk } from '#test/sample-upload.ts';
import { filesUnder, storedPath, storedSha256 } from '#test/traces.ts';
import type { BackupProgress } from './backup-progress.ts';
import { openExistingPlace } from './place/backup-place.ts';
import { restoreLibrary } from './restore-library.ts';

let app: TestApp;
let admin: Client;
let folder: string;
beforeEach(async () => {
  app = await buildApp();
  onTestFinished(() => app.close());
  admin = await app.as('admin');
  folder = await newFolder('backup');
});

const backUp = (keep = 7) => app.services.backups.backUp({ address: folder, keep });
const copiesIn = async (name: string) =>
  (await readdir(join(folder, name), { recursive: true, withFileTypes: true })).filter((e) => e.isFile());

async function addPicture(gameId: string): Promise<string> {
  const { body } = await sendPicture(admin, await samplePicture().png().toBuffer());
  const json = { boxArtUrl: body.url };
  const { status } = await admin.call(api.editGame, { params: { id: gameId }, json });
  expect(status).toBe(200);
  return body.url;
}

describe('a backup', () => {
  it('restores games, files, cheat files, pictures and accounts', async () => {
    const game = await createGame(app.services, admin);
    const cheat = await addCheat(admin, game.id);
    const extra = await addExtra(app.services, admin, game.id);
    const picture = await addPicture(game.id);
    const { problems, manifest } = await backUp();
    expect([problems, manifest.counts]).toEqual([
      [],
      expect.objectContaining({ games: 1, files: 3, pictures: 1 }),
    ]);

    const restored = await restoreNew(folder);
    const { body } = await restored.visitor.call(api.getGame, { params: { id: game.id } });
    expect(body.title).toBe(game.title);
    expect(await storedSha256(restored, game.id)).toBe(await storedSha256(app, game.id));
    expect((await restored.visitor.fetch(picture)).status).toBe(200);
    const same = (client: TestApp) => client.services.database.db.selectFrom('users').selectAll().execute();
    expect(await same(restored)).toEqual(await same(app));
    expect(cheat.status).toBe(201);
    expect(await checkFully(restored)).toEqual({
      ...{ missing: [], damaged: [], orphans: [], error: null },
      checkedFiles: 3,
    });
    const kept = await listExtras(createClient(restored.url, admin.account), game.id);
    expect(kept).toEqual([extra]);
  });

  it('copies each file once, and shares it between backups', async () => {
    const game = await createGame(app.services, admin);
    await addPicture(game.id);
    const first = await backUp();
    expect(first.copiedBytes).toBeGreaterThan(5000);
    expect((await backUp()).copiedBytes).toBe(0);
    await createGame(app.services, admin);
    expect((await backUp()).copiedBytes).toBe(5000);
    // Two platform files, and a database and a list for each of three backups.
    expect(await copiesIn('files')).toHaveLength(2 + 3 * 2);
  });

  it('removes old backups, and the files that no other backup names', async () => {
    const game = await createGame(app.services, admin);
    const { manifest: first } = await backUp(2);
    await admin.call(api.deleteGame, { params: { id: game.id } });
    await backUp(2);
    const restored = await restoreInto(await newLibrary(), folder, { at: first.id });
    expect(restored.manifest.counts.games).toBe(1);
    const { manifest: last } = await backUp(2);
    expect(await copiesIn('files')).toHaveLength(2 * 2);
    await expect(restoreInto(await newLibrary(), folder, { at: first.id })).rejects.toThrow(
      `There is no backup ${first.id}. These exist: ${last.id}, `,
    );
  });

  it('is the newest one, although the clock was set back', async () => {
    const { manifest: first } = await backUp(1);
    app.clock.advance(-24 * 3600_000);
    await createGame(app.services, admin);
    const { manifest: second } = await backUp(1);
    expect(second.id > first.id).toBe(true);
    const { manifest } = await restoreInto(await newLibrary(), folder);
    expect(manifest.id).toBe(second.id);
  });

  it('removes what interrupted runs have left, but nothing that another run has written since', async () => {
    await backUp();
    const { old, young } = await addLeftovers();
    await backUp();
    await expect(stat(old.file)).rejects.toThrow('ENOENT');
    await expect(stat(old.part)).rejects.toThrow('ENOENT');
    await stat(young.file);
    await stat(young.part);
  });

  it('removes nothing more once it is aborted', async () => {
    await backUp();
    const { manifest: second } = await backUp();
    const { manifest: third } = await backUp();
    const { old } = await addLeftovers();
    // Only the newest manifest is read before files are removed. Reading the one before it waits for a writer.
    const path = join(folder, 'manifests', `${second.id}.json`);
    const text = await readFile(path);
    await rm(path);
    execFileSync('mkfifo', [path]);
    const aborted = expect(backUp()).rejects.toThrow('The server was stopped.');
    const pipe = await open(path, 'w');
    const closed = app.services.backups.close();
    // EPIPE: the abort has already ended the read.
    await pipe.writeFile(text).catch((error) => expect(error.code).toBe('EPIPE'));
    await pipe.close();
    await aborted;
    await closed;
    await stat(old.file);
    await stat(copyPath(third.database.key));
  });

  it('leaves out unfinished uploads', async () => {
    await sendChunk(admin, sampleUpload(), 0);
    await backUp();
    const restored = await restoreNew(folder);
    expect(await restored.services.database.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    expect(await filesUnder(restored.dataDir)).toEqual([]);
  });

  it('keeps deleted files until it has ended', async () => {
    const game = await createGame(app.services, admin);
    const path = await storedPath(app, game.id, 'Windows');
    const { manifest } = await app.services.backups.backUp({
      address: folder,
      onProgress: () => void admin.call(api.deleteGame, { params: { id: game.id } }),
    });
    expect(manifest.problems).toEqual([]);
    const { db } = app.services.database;
    const lease = { holder: 'another node', leaseUntil: new Date(Date.now() + 60_000).toISOString() };
    await db
      .updateTable('backups')
      .set({ running: 1, ...lease })
      .execute();
    const other = await createGame(app.services, admin);
    const otherPath = await storedPath(app, other.id, 'Windows');
    await admin.call(api.deleteGame, { params: { id: other.id } });
    await app.services.files.removeMarkedFiles();
    expect((await stat(otherPath)).size).toBe(5000);
    await db.updateTable('backups').set({ running: null }).execute();
    await app.services.files.removeMarkedFiles();
    await expect(stat(otherPath)).rejects.toThrow('ENOENT');
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('says which files are missing or damaged in the library, and keeps the rest', async () => {
    const [lost, rotten, whole] = [
      await createGame(app.services, admin),
      await createGame(app.services, admin),
      await createGame(app.services, admin),
    ];
    await rm(await storedPath(app, lost.id, 'Windows'));
    await writeFile(await storedPath(app, rotten.id, 'Windows'), Buffer.alloc(5000));
    const { problems } = await backUp();
    expect(problems.map(({ reason }) => reason).sort()).toEqual(['damaged', 'missing']);
    const restored = await restoreNew(folder);
    expect(await storedSha256(restored, whole.id)).toBe(await storedSha256(app, whole.id));
  });

  it('contains the secret key, which only its owner can read', async () => {
    await app.services.box.seal('text', 'purpose');
    const { manifest } = await backUp();
    const path = join(folder, 'manifests', `${manifest.id}.key`);
    expect([manifest.secretKey, (await stat(path)).mode & 0o777]).toEqual(['included', 0o600]);
    const restored = await restoreNew(folder);
    const key = (dataDir: string) => readFile(join(dataDir, 'secret-key'), 'utf8');
    expect(await key(restored.dataDir)).toBe(await key(app.dataDir));
  });

  it('refuses a folder with other content, and the backups of another library', async () => {
    await writeFile(join(folder, 'letter.txt'), 'x');
    await expect(backUp()).rejects.toThrow('is not empty and holds no backups');
    await rm(join(folder, 'letter.txt'));
    // Left by a backup that was killed while it wrote the mark.
    await writeFile(join(folder, 'cellar-library.abcdefghij0123456789'), '');
    await backUp();
    expect(await readdir(folder)).not.toContain('cellar-library.abcdefghij0123456789');
    const other = await buildApp();
    onTestFinished(() => other.close());
    await expect(other.services.backups.backUp({ address: folder })).rejects.toThrow('another library');
  });

  it.each(['known', 'unknown'])(
    'is refused if a copy differs from its file, with a digest that is %s',
    async (digest) => {
      const game = await createGame(app.services, admin);
      await app.services.files.digestFiles();
      if (digest === 'unknown')
        await app.services.database.db.updateTable('gameFiles').set({ sha256: null }).execute();
      const { key } = await firstCopy();
      const damage = () => writeFileSync(join(folder, 'temp', 'uploads', `${key}.part`), Buffer.alloc(5000));
      const progress: number[] = [];
      const onProgress = ({ doneFiles, doneBytes }: BackupProgress) => {
        if (doneBytes > 0) progress.push(doneFiles);
        // The copy is written, but neither flushed nor read again.
        if (progress.length === 1) damage();
      };
      await expect(app.services.backups.backUp({ address: folder, onProgress })).rejects.toThrow(
        `The copy of ${key} differs from the original.`,
      );
      expect(progress).toEqual([0]);
      expect((await copiesIn('.')).filter(({ name }) => name.startsWith(key))).toEqual([]);
      await backUp();
      expect(await storedSha256(await restoreNew(folder), game.id)).toBe(await storedSha256(app, game.id));
    },
  );

  it('refuses a place whose backups are gone, because the disk may not be mounted', async () => {
    await backUp();
    const away = `${folder}-away`;
    onTestFinished(() => rm(away, { recursive: true, force: true }));
    await rename(folder, away);
    await expect(backUp()).rejects.toThrow('It is not mounted, or was emptied.');
    await mkdir(folder);
    const address = `file:${relative(process.cwd(), folder)}`;
    await expect(app.services.backups.backUp({ address })).rejects.toThrow('It is not mounted');
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
    await rename(away, folder);
    expect(await backUp()).toMatchObject({ problems: [] });
  });

  it('finds damaged files when it is verified, and copies them again the next time', async () => {
    await createGame(app.services, admin);
    await createGame(app.services, admin);
    const verify = async () => (await app.services.backups.verify({ address: folder })).problems;
    await backUp();
    expect(await verify()).toEqual([]);
    const [changed, unreadable] = (await storageKeys()) as [string, string];
    await writeFile(copyPath(changed), Buffer.alloc(5000));
    await makeUnreadable(copyPath(unreadable));
    const damaged = [changed, unreadable].map((name) => ({ name, reason: 'damaged' }));
    expect(await verify()).toEqual(damaged);
    expect(await backUp()).toMatchObject({ problems: [], copiedBytes: 10_000 });
    expect(await verify()).toEqual([]);
  });

  it("succeeds although the newest manifest or list can't be read", async () => {
    await createGame(app.services, admin);
    const { manifest: first } = await backUp();
    await makeUnreadable(join(folder, 'manifests', `${first.id}.json`));
    const { manifest: second } = await backUp();
    await makeUnreadable(copyPath(second.index.key));
    expect(await backUp()).toMatchObject({ problems: [], copiedBytes: 0 });
    const { manifest } = await restoreInto(await newLibrary(), folder);
    expect(manifest.counts.games).toBe(1);
  });

  it("fails while a damaged file can't be copied again", async () => {
    const game = await createGame(app.services, admin);
    await backUp();
    const { key } = await firstCopy();
    await writeFile(copyPath(key), Buffer.alloc(5000));
    await app.services.backups.verify({ address: folder });
    const path = await storedPath(app, game.id, 'Windows');
    await rename(path, `${path}.away`);
    expect(await backUp()).toMatchObject({ problems: [{ name: key, reason: 'missing' }] });
    await rename(`${path}.away`, path);
    expect(await backUp()).toMatchObject({ problems: [], copiedBytes: 5000 });
  });
});

/** In the order of the list of a backup. */
async function storageKeys(): Promise<string[]> {
  const query = app.services.database.db.selectFrom('gameFiles').select('storageKey');
  return (await query.orderBy('storageKey').execute()).map(({ storageKey }) => storageKey);
}

async function firstCopy() {
  const [key = ''] = await storageKeys();
  return { key };
}

/** Replaces a file with a link to one that even root can't read. */
async function makeUnreadable(path: string): Promise<void> {
  await rm(path);
  await symlink('/sys/bus/cpu/uevent', path);
}

/** Writes files and parts that no backup names, one of each an hour ago and one of each in the next hour. */
async function addLeftovers() {
  const add = async (key: string, at: number) => {
    const paths = { file: copyPath(key), part: join(folder, 'temp', 'uploads', `${key}.part`) };
    for (const path of Object.values(paths)) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
      await utimes(path, new Date(at), new Date(at));
    }
    return paths;
  };
  const hourMs = 3600_000;
  return {
    old: await add('interrupted-run', Date.now() - hourMs),
    young: await add('another-run', Date.now() + hourMs),
  };
}

const copyPath = (key: string) => join(folder, 'files', key.slice(0, 2), key);

describe('a restore', () => {
  it('is refused into a library that is not empty', async () => {
    await backUp();
    const library = await newLibrary();
    await restoreInto(library, folder);
    await expect(restoreInto(library, folder)).rejects.toThrow('The library is not empty.');
  });

  it('is refused for a missing or damaged file, unless the rest is enough', async () => {
    const [lost, whole] = [await createGame(app.services, admin), await createGame(app.services, admin)];
    await backUp();
    const key = basename(await storedPath(app, lost.id, 'Windows'));
    const library = await newLibrary();
    await writeFile(copyPath(key), Buffer.alloc(5000));
    await expect(restoreInto(library, folder)).rejects.toThrow(
      `was not restored. 1 file is missing or damaged: ${key} (damaged). Use --skip-damaged`,
    );
    await rm(copyPath(key));
    await expect(restoreInto(library, folder)).rejects.toThrow(`${key} (missing). Use --skip-damaged`);
    const result = await restoreInto(library, folder, { skipDamaged: true });
    expect(result.lost).toEqual([{ name: key, reason: 'missing' }]);
    const restored = await buildApp(library);
    onTestFinished(() => restored.close());
    expect(await storedSha256(restored, whole.id)).toBe(await storedSha256(app, whole.id));
    const { missing, damaged } = await checkFully(restored);
    expect([missing, damaged]).toEqual([[expect.objectContaining({ title: lost.title })], []]);
  });

  it('leaves out missing and damaged smaller sizes of pictures, which are made again', async () => {
    const name = artworkNameOf(await addPicture((await createGame(app.services, admin)).id));
    await backUp();
    const copied = (size: string) => picturePath({ dataDir: folder }, size);
    const sizes = [artworkNameAt(name, 200), artworkNameAt(name, 400)] as const;
    const whole = await Promise.all([name, ...sizes].map((size) => readFile(copied(size))));
    await rm(copied(sizes[0]));
    await writeFile(copied(sizes[1]), Buffer.alloc((await stat(copied(sizes[1]))).size));
    const restored = await restoreNew(folder);
    const get = async (size: string) => {
      const answer = await restored.visitor.fetch(artworkUrl(size));
      return Buffer.from(await answer.arrayBuffer());
    };
    expect(await Promise.all([name, ...sizes].map(get))).toEqual(whole);
  });

  it('is refused for a damaged manifest, list or database', async () => {
    await createGame(app.services, admin);
    const { manifest } = await backUp();
    const path = join(folder, 'manifests', `${manifest.id}.json`);
    const text = await readFile(path, 'utf8');
    const library = await newLibrary();
    for (const damaged of ['', '{', text.slice(0, 300), text.replace('"games": 1', '"games": 2')]) {
      await writeFile(path, damaged);
      await expect(restoreInto(library, folder)).rejects.toThrow('The manifest of the backup');
    }
    await writeFile(path, text.replace('"format": 1', '"format": 2'));
    await expect(restoreInto(library, folder)).rejects.toThrow('A newer version of Cellar');
    await writeFile(path, text);
    await appendFile(copyPath(manifest.index.key), 'x');
    await expect(restoreInto(library, folder)).rejects.toThrow('The list of files of the backup');
    await rm(copyPath(manifest.database.key));
    await expect(restoreInto(library, folder)).rejects.toThrow('The copy of the database of the backup');
  });

  it('notices that the copy of the database has changed after it was checked', async () => {
    const { manifest } = await backUp();
    const path = copyPath(manifest.database.key);
    const library = await newLibrary();
    const config = readConfig(library.env);
    const restore = restoreLibrary({
      ...{ config, place: await openExistingPlace(folder, config), onProgress: () => undefined },
      async openStorage(id) {
        const bytes = await readFile(path);
        // In either format this byte can be changed without an error: a number for applications, or part of a name.
        bytes.writeUInt8(bytes[63] === 0x78 ? 0x79 : 0x78, 63);
        await writeFile(path, bytes);
        return openEmptyStorage(config, id);
      },
    });
    await expect(restore).rejects.toThrow('The copy of the database has changed');
    await expect(restoreInto(library, folder)).rejects.toThrow('is damaged.');
  });

  it('is refused if a server has begun a library there while the files were copied', async () => {
    await createGame(app.services, admin);
    await backUp();
    const library = await newLibrary();
    const config = readConfig(library.env);
    const restore = restoreLibrary({
      ...{ config, place: await openExistingPlace(folder, config), onProgress: () => undefined },
      async openStorage(id) {
        const storage = await openEmptyStorage(config, id);
        const env = { ...library.env, STORAGE_URL: `file:${await newFolder('other-storage')}` };
        const started = await buildApp({ ...library, env });
        await started.as('admin');
        await started.close();
        return storage;
      },
    });
    await expect(restore).rejects.toThrow('The library is not empty.');
  });

  it('is refused from a folder without backups', async () => {
    await expect(restoreInto(await newLibrary(), folder)).rejects.toThrow('holds no backups of Cellar.');
  });
});
