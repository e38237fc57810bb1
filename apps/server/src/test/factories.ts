// Creates accounts and games for tests, through the services where possible.
import './cheap-passwords.ts';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import { hashPassword } from '#platform/passwords.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';
import type { UploadRequest } from '#transfer/uploads/upload.ts';
import type { Account, Client } from './client.ts';

export type AccountState =
  | 'unverified'
  | 'pending'
  | 'suspended'
  | 'member'
  | 'contributor'
  | 'admin'
  | 'expired';

export const samplePassword = 'correct horse';
const sessionMs = 30 * 24 * 3600_000;
// One hash for all accounts, because hashing for each account would take most of the suite's time.
const sampleHash = hashPassword(samplePassword);

/** Creates an account in this state. It always has a session, as if a token had been stolen or had outlived its account. */
export async function createAccount(
  services: Services,
  state: AccountState,
  at = new Date(),
): Promise<Account> {
  const { db } = services.database;
  const now = at.toISOString();
  const id = newId();
  const email = `${state}-${id.toLowerCase()}@cellar.example`;
  await db
    .insertInto('users')
    .values({
      id,
      email,
      name: 'Sample User',
      passwordHash: await sampleHash,
      createdAt: now,
      role: state === 'admin' || state === 'contributor' ? state : 'member',
      verifiedAt: state === 'unverified' ? null : now,
      approvedAt: state === 'unverified' || state === 'pending' ? null : now,
      suspendedAt: state === 'suspended' ? now : null,
    })
    .execute();
  const token = newToken();
  const expiresAt = new Date(at.getTime() + (state === 'expired' ? -1000 : sessionMs)).toISOString();
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      userId: id,
      userAgent: null,
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
      confirmedAt: now,
    })
    .execute();
  return { token, id, email };
}

/** Random bytes with the signature of a ZIP archive. */
export function sampleArchive(size: number): Buffer {
  return Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), randomBytes(Math.max(0, size - 4))]);
}

interface SampleGame {
  title?: string;
  platform?: string;
  archive?: Buffer;
}

/** Creates a game with one platform file through an upload. */
export async function createGame(services: Services, admin: Client, game: SampleGame = {}) {
  const { title = `Sample Game ${newId()}`, platform = 'Windows', archive = sampleArchive(5000) } = game;
  const request: UploadRequest = {
    title,
    platform,
    extension: '.zip',
    uploadId: `u${newId()}`,
    userId: admin.account?.id ?? '',
    isContribution: false,
    chunkNumber: 0,
    totalChunks: 1,
    fileSize: archive.length,
  };
  // A copy, because the upload empties the buffer.
  const stream = Readable.from([Buffer.from(archive)]);
  const body = { stream, whole: Promise.resolve(), abort: (error: Error) => stream.destroy(error) };
  await services.uploads.storeChunk(request, body);
  const { _id } = await services.uploads.complete(request);
  await services.files.digestFiles();
  return { id: _id, title, platform, archive };
}

// Adds games to the catalogue directly in the database.

export interface SampleEntry {
  title: string;
  createdAt?: string;
  releaseDate?: string | null;
  platforms?: string[];
  genres?: string[];
  /** Of each file, in bytes. */
  fileSize?: number;
  modes?: readonly string[];
  maxPlayers?: number | null;
}

export async function addEntries({ database }: Services, entries: SampleEntry[]): Promise<string[]> {
  const now = new Date().toISOString();
  const rows = entries.map(
    ({ title, createdAt = now, releaseDate = null, modes = [], maxPlayers = null }) => ({
      id: newId(),
      title,
      titleKey: titleKey(title),
      titleFold: foldText(title),
      createdAt,
      releaseDate,
      modes: JSON.stringify(modes),
      maxPlayers,
      description: '',
      boxArt: null,
      developer: null,
      publisher: null,
    }),
  );
  await database.db.insertInto('games').values(rows).execute();
  for (const [at, { platforms = [], genres = [], fileSize = 10 }] of entries.entries()) {
    const gameId = rows[at]?.id ?? '';
    for (const platform of platforms) {
      const key = newId();
      const file = { extension: '.zip', fileSize, storageKey: key, sha256: null, createdAt: now };
      await database.db
        .insertInto('gameFiles')
        .values({ id: key, gameId, platform, ...file })
        .execute();
    }
    for (const [position, genre] of genres.entries()) {
      await database.db.insertInto('gameGenres').values({ gameId, position, genre }).execute();
    }
  }
  return rows.map(({ id }) => id);
}
