// Backs up a library and restores it into a new one, as the command line does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openEmptyStorage } from '#admin/backup/empty-storage.ts';
import { openExistingPlace } from '#admin/backup/place/backup-place.ts';
import { restoreLibrary } from '#admin/backup/restore/restore-library.ts';
import { readConfig } from '#start/config.ts';
import { buildApp, type TestApp } from './build-app.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Returns a folder that is removed after the test. */
export async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `cellar-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface NewLibrary {
  dataDir: string;
  database: TestDatabase;
  env: Record<string, string>;
}

/** Returns the place of a new library without any table. */
export async function newLibrary(): Promise<NewLibrary> {
  const dataDir = await newFolder('restored');
  const database = await createTestDatabase({ empty: true });
  onTestFinished(() => database.drop());
  return { dataDir, database, env: { DATA_DIR: dataDir, ...database.env } };
}

interface RestoreOptions {
  at?: string;
  skipDamaged?: true;
}

export async function restoreInto({ env }: NewLibrary, from: string, options: RestoreOptions = {}) {
  const config = readConfig(env);
  return restoreLibrary({
    ...options,
    place: await openExistingPlace(from, config),
    config,
    openStorage: (library) => openEmptyStorage(config, library),
    onProgress: () => undefined,
  });
}

/** Restores the newest backup into a new library, and starts it. */
export async function restoreNew(from: string): Promise<TestApp> {
  const library = await newLibrary();
  await restoreInto(library, from);
  const app = await buildApp(library);
  onTestFinished(() => app.close());
  return app;
}

/** Finds nothing wrong with any stored file, and no orphan. */
export async function checkFully({ services }: TestApp) {
  const { missing, damaged, orphans, error, checkedFiles } = await services.storageCheck.runNow('full');
  return { missing, damaged, orphans, error, checkedFiles };
}
