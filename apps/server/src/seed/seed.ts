// Runs the steps of `cellar seed`.

import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Insertable } from 'kysely';
import type { UsersTable } from '#people/tables.ts';
import { dayMs } from '#platform/clock.ts';
import { hashPassword } from '#platform/passwords.ts';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';
import type { DownloadsTable } from '#transfer/tables.ts';
import { createRandom, type Random } from './random.ts';
import { insertRows, type SeedOptions as LibraryOptions, seedLibrary } from './seed-library.ts';

export interface SeedOptions extends LibraryOptions {
  members: number;
  activities: number;
  queued: number;
}

export async function seed(
  services: Services,
  options: SeedOptions,
  say: (line: string) => void,
): Promise<void> {
  const { members, activities, queued, randomSeed } = options;
  const shown = (number: number) => number.toLocaleString('en');
  const { games, files } = await seedLibrary(services, options);
  say(`Added ${shown(games)} games with ${shown(files)} files.`);
  if (members > 0) {
    await seedMembers(services, members, randomSeed);
    say(`Added ${shown(members)} members.`);
  }
  if (activities > 0) {
    await seedActivities(services, activities, randomSeed);
    // Trims each member's history to the length that the member chose.
    await services.downloadHistory.trim();
    say(`Added ${shown(activities)} downloads.`);
  }
  if (queued > 0) say(`Queued ${shown(await seedQueue(services, queued))} games for a metadata search.`);
}

// Queues games for a metadata search, like a scan of the whole library.

const rowsPerTransaction = 5000;

/** Skips games that are already matched or queued. Returns the number of games queued. */
async function seedQueue({ database }: Services, count: number): Promise<number> {
  const games = await database.db
    .selectFrom('games')
    .select('id')
    .where('id', 'not in', (eb) => eb.selectFrom('gameMatches').select('gameId'))
    .limit(count)
    .execute();
  const now = new Date().toISOString();
  for (let at = 0; at < games.length; at += rowsPerTransaction) {
    const rows = games.slice(at, at + rowsPerTransaction).map(({ id }) => ({
      gameId: id,
      fileName: null,
      state: 'queued' as const,
      reason: '',
      dueAt: now,
      attempts: 0,
      candidates: '[]',
      scannedAt: now,
      updatedAt: now,
    }));
    await database.db.transaction().execute((trx) => insertRows(trx, 'gameMatches', rows as never));
  }
  return games.length;
}

const seedMembersRowsPerTransaction = 10_000;

/**
 * Adds invented members and downloads, to try the admin pages with large numbers. Nobody knows the members' passwords, and
 * they receive no emails.
 */
async function seedMembers({ database }: Services, count: number, randomSeed: string): Promise<void> {
  const random = createRandom(`${randomSeed} members`);
  const passwordHash = await hashPassword(newId());
  for (let left = count; left > 0; left -= seedMembersRowsPerTransaction) {
    const length = Math.min(left, seedMembersRowsPerTransaction);
    const rows = Array.from({ length }, () => inventMember(random, passwordHash));
    await database.db.transaction().execute((trx) => insertRows(trx, 'users', rows));
  }
}

function inventMember(random: Random, passwordHash: string): Insertable<UsersTable> {
  const id = newId();
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  const createdAt = timeAgo(random.next() * 3 * 365 * dayMs);
  return {
    id,
    name,
    nameFold: foldText(name),
    email: `${id.toLowerCase()}@example.org`,
    passwordHash,
    role: 'member',
    createdAt,
    verifiedAt: createdAt,
    emailNotifications: 0,
    approvedAt: random.chance(0.98) ? createdAt : null,
    suspendedAt: random.chance(0.01) ? createdAt : null,
  };
}

/** Adds unevenly distributed downloads: a few games and a few members have very many. */
async function seedActivities({ database }: Services, count: number, randomSeed: string): Promise<void> {
  const random = createRandom(`${randomSeed} activities`);
  const users = await database.db
    .selectFrom('users')
    .select('id')
    .where('approvedAt', 'is not', null)
    .execute();
  const files = await database.db
    .selectFrom('gameFiles')
    .innerJoin('games', 'games.id', 'gameFiles.gameId')
    .select(['gameFiles.id as fileId', 'gameId', 'platform', 'extension', 'fileSize', 'title as gameTitle'])
    .execute();
  if (files.length === 0) return;
  const pick = <T>(values: T[], skew: number) =>
    values[Math.floor(random.next() ** skew * values.length)] as T;
  for (let left = count; left > 0; left -= seedMembersRowsPerTransaction) {
    const length = Math.min(left, seedMembersRowsPerTransaction);
    const rows = Array.from({ length }, () =>
      inventDownload(random, { ...pick(files, 3), userId: users.length > 0 ? pick(users, 2).id : null }),
    );
    await database.db.transaction().execute((trx) => insertRows(trx, 'downloads', rows));
  }
}

type Downloaded = Pick<
  Insertable<DownloadsTable>,
  'fileId' | 'gameId' | 'platform' | 'extension' | 'fileSize' | 'gameTitle' | 'userId'
>;

function inventDownload(random: Random, downloaded: Downloaded): Insertable<DownloadsTable> {
  const id = newId();
  const status = random.chance(0.14) ? 'failed' : 'completed';
  const { fileSize } = downloaded;
  const bytesSent = status === 'completed' ? fileSize : Math.floor(fileSize * random.between(0.1, 0.8));
  // Recent downloads are more likely.
  const startedAgo = dayMs + random.next() ** 1.4 * 400 * dayMs;
  const endedAt = timeAgo(startedAgo - random.between(4, 600) * 1000);
  // Some games and files have been deleted since the download.
  const deleted = random.chance(0.02)
    ? { gameId: null, fileId: null }
    : random.chance(0.02)
      ? { fileId: null }
      : {};
  return {
    ...downloaded,
    ...deleted,
    id,
    clientId: `seed-${id}`,
    status,
    bytesSent,
    sentRanges: `[[0,${bytesSent}]]`,
    startedAt: timeAgo(startedAgo),
    lastByteAt: endedAt,
    endedAt,
    cancelledAt: null,
    anonymous: random.chance(0.1) ? 1 : 0,
    logged: random.chance(0.97) ? 1 : 0,
  };
}

function timeAgo(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

/** The names of invented members. */
const firstNames = [
  ...['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hugo', 'Inés', 'Jonas', 'Kaja', 'Liam'],
  ...['Mina', 'Noor', 'Oskar', 'Petra', 'Quentin', 'Rosa', 'Søren', 'Tara', 'Umut', 'Vera', 'Wanda', 'Yuki'],
] as const;

const lastNames = [
  ...[
    'Abara',
    'Bauer',
    'Castro',
    'Dubois',
    'Eriksen',
    'Fischer',
    'García',
    'Hansen',
    'Ito',
    'Jansen',
    'Kowalski',
  ],
  ...[
    'Lindqvist',
    'Moreau',
    'Novak',
    'Okafor',
    'Petrov',
    'Quint',
    'Rossi',
    'Silva',
    'Tanaka',
    'Usman',
    'Weber',
  ],
] as const;
