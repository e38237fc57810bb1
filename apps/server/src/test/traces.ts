// Lists the rows and files that uploads have left, for comparisons before and after.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect } from 'vitest';
import type { FinishedUpload, StoredFile, UploadHandle } from '#platform/storage/storage.ts';
import { eventually } from '../../../../test/waiting.ts';
import type { TestApp } from './build-app.ts';

type Library = Pick<TestApp, 'services' | 'dataDir'>;

export async function traces({ services, dataDir }: Library) {
  const { db } = services.database;
  return {
    uploads: (await db.selectFrom('uploads').select('id').orderBy('id').execute()).map(({ id }) => id),
    chunks: (await db.selectFrom('uploadChunks').select('uploadId').execute()).length,
    games: (await db.selectFrom('games').select('id').orderBy('id').execute()).map(({ id }) => id),
    gameFiles: (await db.selectFrom('gameFiles').select('id').orderBy('id').execute()).map(({ id }) => id),
    extras: (await db.selectFrom('gameExtras').select('id').orderBy('id').execute()).map(({ id }) => id),
    cheatFiles: (await db.selectFrom('cheatFiles').select('id').orderBy('id').execute()).map(({ id }) => id),
    onDisk: await filesUnder(dataDir),
  };
}

/** Lists unfinished uploads and stored files. */
export async function filesUnder(dataDir: string): Promise<string[]> {
  const folders = ['temp', 'files'].map(async (folder) => {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  });
  return (await Promise.all(folders)).flat().sort();
}

/** Waits until the server has the file of an upload open, once for each of its `requests`. */
export async function untilWriting(
  { services, dataDir }: Library,
  clientId: string,
  requests = 1,
): Promise<void> {
  await eventually(async () => {
    const query = services.database.db.selectFrom('uploads').select('id').where('clientId', '=', clientId);
    const { id } = await query.executeTakeFirstOrThrow();
    const open = await openFilesUnder(dataDir);
    expect(open.filter((path) => path.includes(id)).length).toBeGreaterThanOrEqual(requests);
  });
}

/** Lists the files of the library that a process has open: this process, or a separate server. */
export async function openFilesUnder(dataDir: string, pid: number | 'self' = 'self'): Promise<string[]> {
  const handles = await readdir(`/proc/${pid}/fd`);
  const paths = await Promise.all(
    handles.map((handle) => readlink(`/proc/${pid}/fd/${handle}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(`${dataDir}/temp/`) || path.startsWith(`${dataDir}/files/`));
}

/** Returns the path of a stored platform file. */
export async function storedPath(
  { services, dataDir }: Library,
  gameId: string,
  platform: string,
): Promise<string> {
  const { storageKey } = await services.database.db
    .selectFrom('gameFiles')
    .select('storageKey')
    .where('gameId', '=', gameId)
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow();
  return join(dataDir, 'files', storageKey.slice(0, 2), storageKey);
}

/** Returns the SHA-256 of a stored platform file. */
export async function storedSha256(library: Library, gameId: string, platform = 'Windows'): Promise<string> {
  return sha256(await readFile(await storedPath(library, gameId, platform)));
}

/** Hashes a file of any size. */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash);
  return hash.digest('hex');
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

// Reads storage directly, as no client can.

/** Returns the whole content of a stored file, and closes it. */
export async function readStored(file: StoredFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const range = { start: 0, end: file.size - 1 };
  for await (const piece of file.size > 0 ? file.stream(range) : []) pieces.push(Buffer.from(piece));
  await file.close();
  return Buffer.concat(pieces);
}

/** The arguments of `finishUpload` for an upload whose chunks are all stored. */
export function wholeUpload(key: string, size: number, chunkSize: number): [UploadHandle, FinishedUpload] {
  const chunks = Array.from({ length: Math.ceil(size / chunkSize) }, (_, chunkNumber) => ({
    chunkNumber,
    size: Math.min(chunkSize, size - chunkNumber * chunkSize),
    receipt: '',
  }));
  return [
    { key, state: '' },
    { size, chunkSize, chunks },
  ];
}
