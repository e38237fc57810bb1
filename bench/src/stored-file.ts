// A library with one large file, and an nginx that has the same file.
import { globSync, linkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CellarServer, startCellar, untilQuiet } from './cellar-server.ts';
import { internalPrefix, type Nginx, startNginx } from './nginx.ts';
import { writePayload } from './payload.ts';
import { uploadChunks } from './upload-file.ts';
import { makeDiskFolder } from './workplace.ts';

const CHUNK_BYTES = 50 * 1024 * 1024;
const CHUNKS = 20;

export interface StoredFile {
  cellar: CellarServer;
  nginx: Nginx;
  /** The file on the disk. */
  file: string;
  gameId: string;
  /** The path and query of a download of the file from Cellar. nginx has it at `/big`. */
  path: string;
}

/** `isHandedOver`: Cellar leaves downloads that come through nginx to it (ACCEL). */
export async function withStoredFile<Result>(
  { isHandedOver }: { isHandedOver: boolean },
  measure: (stored: StoredFile) => Promise<Result>,
): Promise<Result> {
  const { dir, remove } = makeDiskFolder();
  const running: { stop(): Promise<void> }[] = [];
  try {
    const dataDir = join(dir, 'data');
    const gameId = await storeFile(dataDir, dir);
    const accel = { ACCEL: `nginx:${internalPrefix}`, TRUST_PROXY: 'loopback' };
    // Another process, because the memory used by the upload would count for the downloads.
    const cellar = await startCellar(dataDir, isHandedOver ? accel : undefined);
    running.push(cellar);
    const behind = { port: cellar.port, filesDir: join(dataDir, 'files') };
    const nginx = await startNginx(join(dir, 'nginx'), isHandedOver ? behind : undefined);
    running.push(nginx);
    const file = findStored(dataDir);
    linkSync(file, join(nginx.filesDir, 'big'));
    return await measure({ cellar, nginx, file, gameId, path: await cellar.client.downloadPath(gameId) });
  } finally {
    for (const server of running) await server.stop();
    remove();
  }
}

/** Returns the id of a game with the file, which is in the page cache because its digest was computed. */
export async function storeFile(dataDir: string, dir: string): Promise<string> {
  const cellar = await startCellar(dataDir);
  try {
    const payload = writePayload(join(dir, 'payload'), CHUNK_BYTES);
    const plan = await uploadChunks(cellar, payload, { name: 'download', chunks: CHUNKS });
    const { gameId } = await cellar.client.completeUpload(plan);
    await untilQuiet(cellar.pid);
    return gameId;
  } finally {
    await cellar.stop();
  }
}

export function findStored(dataDir: string): string {
  const size = CHUNK_BYTES * CHUNKS;
  const stored = globSync(join(dataDir, '**/*')).find((path) => statSync(path).size === size);
  if (!stored) throw new Error('the stored file was not found in the data folder');
  return stored;
}
