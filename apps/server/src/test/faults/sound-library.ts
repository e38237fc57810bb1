// Whether a library and its backups are whole.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'vitest';
import { listBackups, readManifest } from '#admin/backup/backup-documents.ts';
import { type BackupPlace, openExistingPlace } from '#admin/backup/place/backup-place.ts';
import { verifyBackup } from '#admin/backup/verify-backup.ts';
import { startCellar } from '#test/cellar-command.ts';

interface Library {
  dataDir: string;
  /** The folder of the backups. */
  backups: string;
  /** When the last backup began that was reported as done. */
  since: string | undefined;
}

/** No file of the library is missing or damaged, and every file of the newest backup can be read. */
export async function expectSound(dataDir: string, env: Record<string, string>): Promise<void> {
  const place = env.BACKUP_URL?.replace('file:', '') ?? '';
  await expectSuccess(['check', '--full'], dataDir, env);
  await expectSuccess(['backup', place, '--verify'], dataDir, env);
}

async function expectSuccess(command: string[], dataDir: string, env: Record<string, string>): Promise<void> {
  const { code, err } = await startCellar(command, { cwd: dataDir, env: { ...env, DATA_DIR: dataDir } })
    .ended;
  expect([command[0], code], err).toEqual([command[0], 0]);
}

/** After a power failure, while the server is running: the database is whole, and so is every backup. Returns how many backups. */
export async function expectWhole({ dataDir, backups, since }: Library): Promise<number> {
  expectWholeDatabase(join(dataDir, 'cellar.db'));
  if (since === undefined) return 0;
  const place = await openExistingPlace(backups, { dataDir, s3Credentials: undefined });
  try {
    return await countWholeBackups(place, since);
  } finally {
    place.close();
  }
}

function expectWholeDatabase(path: string): void {
  if (!existsSync(path)) return;
  const database = new SQLite(path, { readonly: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
  } finally {
    database.close();
  }
}

async function countWholeBackups(place: BackupPlace, since: string): Promise<number> {
  const ids = await listBackups(place.documents);
  const begun: string[] = [];
  for (const id of ids) {
    const manifest = await readManifest(place.documents, id);
    begun.push(manifest.createdAt);
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    expect([id, await verifyBackup(place, manifest, options), manifest.problems]).toEqual([id, [], []]);
  }
  // Without the last backup, an older one would be restored.
  expect(begun.filter((at) => at >= since).length, `the backup of ${since} is lost`).toBeGreaterThan(0);
  return ids.length;
}
