// Backups in a bucket of a real S3 store.
import { expect, it, onTestFinished } from 'vitest';
import { openEmptyStorage, openStorages } from '#admin/backup/empty-storage.ts';
import { readConfig } from '#start/config.ts';
import { checkFully, newLibrary } from '#test/backups.ts';
import { buildApp } from '#test/build-app.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { openLine } from '#test/faulty-line.ts';
import { createBucket, endpoint } from '#test/s3-store.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { moveLibrary } from './move/move-library.ts';
import { openExistingPlace } from './place/backup-place.ts';
import { restoreLibrary } from './restore-library.ts';

it('backs up a library in a bucket to another bucket, and restores it on a disk', async () => {
  const [library, backup] = [await createBucket(), await createBucket()];
  const app = await buildApp({ env: library.env });
  onTestFinished(() => app.close());
  const admin = await app.as('admin');
  await createGame(app.services, admin, { archive: sampleArchive(12_000_000) });
  await createGame(app.services, admin);
  const address = backup.env.STORAGE_URL ?? '';
  expect((await app.services.backups.backUp({ address, keep: 1 })).problems).toEqual([]);
  expect(await app.services.backups.backUp({ address, keep: 1 })).toMatchObject({ copiedBytes: 0 });
  expect((await app.services.backups.verify({ address })).problems).toEqual([]);

  const { STORAGE_URL: _, ...credentials } = library.env;
  const target = await newLibrary();
  const config = readConfig({ ...target.env, ...credentials });
  await restoreLibrary({
    place: await openExistingPlace(address, config),
    config,
    openStorage: (id) => openEmptyStorage(config, id),
    onProgress: () => undefined,
  });
  const restored = await buildApp(target);
  onTestFinished(() => restored.close());
  expect(await checkFully(restored)).toMatchObject({ missing: [], damaged: [], checkedFiles: 2 });
});

it('ends its connections to the bucket', async () => {
  const { hostname: host, port } = new URL(endpoint);
  const line = await openLine({ host, port: Number(port) });
  const { STORAGE_URL: address = '', ...credentials } = (await createBucket(`http://127.0.0.1:${line.port}`))
    .env;
  const app = await buildApp({ env: credentials });
  onTestFinished(() => app.close());
  await createGame(app.services, await app.as('admin'));
  const { backUp, verify } = app.services.backups;
  for (const run of [backUp, verify]) {
    await run({ address });
    await eventually(async () => expect(line.connections()).toBe(0));
  }
  const other = await buildApp({ env: credentials });
  onTestFinished(() => other.close());
  await expect(other.services.backups.backUp({ address })).rejects.toThrow('another library');
  await eventually(async () => expect(line.connections()).toBe(0));
});

it('moves a library from a disk to a bucket, also after an interruption', async () => {
  const library = await newLibrary();
  const app = await buildApp(library);
  await createGame(app.services, await app.as('admin'), { archive: sampleArchive(7_000_000) });
  await app.close();
  const bucket = await createBucket();
  const env = { ...library.env, ...bucket.env };
  const [from, to] = [readConfig(library.env), readConfig(env)];
  const move = (onProgress: () => void) =>
    moveLibrary({
      from: from.database,
      openStorages: (id) => openStorages(from, to, id),
      onProgress,
      onTable: () => undefined,
    });
  const interrupt = () => {
    throw new Error('interrupted');
  };
  await expect(move(interrupt)).rejects.toThrow('interrupted');
  await expect(buildApp({ ...library, env })).rejects.toThrow(/A move into .* has not ended/);
  await move(() => undefined);
  const moved = await buildApp({ ...library, env });
  onTestFinished(() => moved.close());
  expect(await checkFully(moved)).toMatchObject({ missing: [], damaged: [], orphans: [], checkedFiles: 1 });
});
