// Makes a stored file very large without using much disk space: a sparse file with random bytes here and there, so that
// no two parts are the same.
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sha256Of } from './archives.ts';
import type { CellarServer } from './cellar-server.ts';

const noiseBytes = 64 * 1024;
const noiseEvery = 64 * 1024 ** 2;

/** Enlarges the game's only file, and writes its new size and digest to the database. Returns the digest. */
export async function growFile(server: CellarServer, gameId: string, size: number): Promise<string> {
  const data = join(server.folder, 'data');
  const db = new DatabaseSync(join(data, 'cellar.db'), { timeout: 10_000 });
  try {
    const row = db.prepare('select "storageKey" from "gameFiles" where "gameId" = ?').get(gameId);
    const key = String(row?.storageKey);
    const path = join(data, 'files', key.slice(0, 2), key);
    await enlarge(path, size);
    const sha256 = await sha256Of(path);
    db.prepare('update "gameFiles" set "fileSize" = ?, sha256 = ? where "gameId" = ?').run(
      size,
      sha256,
      gameId,
    );
    return sha256;
  } finally {
    db.close();
  }
}

async function enlarge(path: string, size: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(size);
    for (let at = noiseEvery; at + noiseBytes <= size; at += noiseEvery) {
      await file.write(randomBytes(noiseBytes), 0, noiseBytes, at);
    }
  } finally {
    await file.close();
  }
}
