// The demo's accounts, one in every state, and their downloads of the past weeks.

import { newCollection } from '@cellar/contract/club/collections.endpoints.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Insertable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import type { UsersTable } from '#people/tables.ts';
import { dayMs } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { Random } from '#seed/random.ts';
import type { Services } from '#start/services.ts';
import type { DownloadsTable } from '#transfer/tables.ts';

export const demoPassword = 'cellar-demo';
export const adminEmail = 'admin@cellar.example';

const isoBefore = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

interface DemoMember {
  name: string;
  email: string;
  state: 'approved' | 'pending' | 'unverified' | 'suspended';
  /** Number of past downloads. */
  downloads: number;
}

const members: readonly DemoMember[] = [
  { name: 'Sample Member', email: 'member@cellar.example', state: 'approved', downloads: 18 },
  { name: 'Sample Player', email: 'player@cellar.example', state: 'approved', downloads: 14 },
  { name: 'Sample Guest', email: 'guest@cellar.example', state: 'approved', downloads: 7 },
  { name: 'Sample Pending', email: 'pending@cellar.example', state: 'pending', downloads: 0 },
  { name: 'Sample Unverified', email: 'unverified@cellar.example', state: 'unverified', downloads: 0 },
  { name: 'Sample Suspended', email: 'suspended@cellar.example', state: 'suspended', downloads: 4 },
];

export async function hasDemoMembers(db: Db): Promise<boolean> {
  const emails = members.map(({ email }) => email);
  const found = await db.selectFrom('users').select('id').where('email', 'in', emails).limit(1).execute();
  return found.length > 0;
}

interface Past {
  now: Date;
  random: Random;
  passwordHash: string;
}

/** Inserts all members and their downloads within one transaction. */
export async function insertMembers(trx: Trx, { now, random, passwordHash }: Past): Promise<void> {
  const files = await trx
    .selectFrom('gameFiles')
    .innerJoin('games', 'games.id', 'gameFiles.gameId')
    .select([
      'gameFiles.id as fileId',
      'gameFiles.gameId',
      'gameFiles.platform',
      'gameFiles.extension',
      'gameFiles.fileSize',
      'games.title as gameTitle',
    ])
    .orderBy('games.titleFold')
    .orderBy('gameFiles.platform')
    .execute();
  for (const [index, member] of members.entries()) {
    const user = userRow(member, { passwordHash, createdAt: isoBefore(now, (70 - index * 9) * dayMs) });
    await trx.insertInto('users').values(user).execute();
    for (let count = 0; count < member.downloads; count += 1) {
      const download = downloadRow(random.pick(files), {
        userId: user.id,
        now,
        random,
        isRunning: index === 1 && count === 0,
      });
      await trx.insertInto('downloads').values(download).execute();
    }
  }
}

function userRow(
  { name, email, state }: DemoMember,
  { passwordHash, createdAt }: { passwordHash: string; createdAt: string },
) {
  const isApproved = state === 'approved' || state === 'suspended';
  return {
    id: newId(),
    name,
    email,
    passwordHash,
    role: 'member',
    createdAt,
    verifiedAt: state === 'unverified' ? null : createdAt,
    approvedAt: isApproved ? createdAt : null,
    suspendedAt: state === 'suspended' ? createdAt : null,
  } satisfies Insertable<UsersTable>;
}

interface DownloadedFile {
  fileId: string;
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  gameTitle: string;
}

interface Circumstances {
  userId: string;
  now: Date;
  random: Random;
  /** Still in progress. The server marks the download as failed later, because no more bytes are sent. */
  isRunning: boolean;
}

function downloadRow(
  file: DownloadedFile,
  { userId, now, random, isRunning }: Circumstances,
): Insertable<DownloadsTable> {
  const status = isRunning ? 'in_progress' : random.chance(0.14) ? 'failed' : 'completed';
  const bytesSent =
    status === 'completed' ? file.fileSize : Math.floor(file.fileSize * random.between(0.1, 0.8));
  const startedAgo = isRunning ? 40_000 : random.next() ** 1.4 * 42 * dayMs + 3600_000;
  const lastByteAt = isoBefore(now, isRunning ? 0 : startedAgo - random.between(4, 600) * 1000);
  const id = newId();
  return {
    ...file,
    id,
    clientId: `demo-${id}`,
    userId,
    status,
    bytesSent,
    lastByteAt,
    cancelledAt: null,
    sentRanges: JSON.stringify(bytesSent > 0 ? [[0, bytesSent]] : []),
    startedAt: isoBefore(now, startedAgo),
    endedAt: isRunning ? null : lastByteAt,
  };
}

// The demo's collections: lists of the club, a smart one, and a LAN night that two members come to.

/** Another member than the one whose login the demo prints, so that a visitor of the demo can answer. */
const guests = ['player@cellar.example', 'guest@cellar.example'];

const approved = { isVerified: true, isApproved: true, isSuspended: false };

const collections = [
  {
    name: 'One couch, two controllers',
    description: 'Everybody in one room, one screen, no second computer.',
    titles: [
      'SuperTuxKart',
      'Hedgewars',
      'Frozen Bubble',
      'Neverball',
      'Speed Dreams',
      'Armagetron Advanced',
    ],
  },
  {
    name: 'Never the same twice',
    description: 'Roguelikes for short evenings and long winters.',
    titles: [
      'NetHack',
      'Brogue CE',
      'Shattered Pixel Dungeon',
      'Dungeon Crawl Stone Soup',
      'Cataclysm: Dark Days Ahead',
    ],
  },
  { name: 'Strategy in real time', description: '', filter: { genre: ['Real-time strategy'] } },
  {
    name: 'LAN night',
    description: 'Bring a network cable. Please download the games before you come.',
    titles: ['Xonotic', 'OpenRA', 'Teeworlds', 'Warzone 2100', 'OpenTTD', 'AssaultCube'],
    isNight: true,
  },
];

/** Must run after the games, members and an admin have been added. */
export async function addCollections(services: Services, now: Date): Promise<void> {
  const { db } = services.database;
  const { id, name, email } = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('role', '=', 'admin')
    .orderBy('createdAt')
    .executeTakeFirstOrThrow();
  const admin: Member = { id, name, email, isAdmin: true, isContributor: false, ...approved };
  const games = await db.selectFrom('games').select(['id', 'titleKey']).execute();
  const ids = new Map(games.map((game) => [game.titleKey, game.id]));
  for (const { titles = [], isNight = false, ...facts } of collections) {
    const startsAt = isNight ? nextEvening(now).toISOString() : null;
    const wanted = titles.flatMap((title) => ids.get(titleKey(title)) ?? []);
    const body = newCollection.parse({ ...facts, isClub: true, startsAt, games: wanted });
    const { _id } = await services.collections.create(admin, body);
    if (isNight) await comeTo(services, _id);
  }
}

async function comeTo({ database, nights }: Services, id: string): Promise<void> {
  const users = await database.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', 'in', guests)
    .execute();
  const member = { isAdmin: false, isContributor: false, ...approved };
  for (const guest of users) await nights.answer({ ...guest, ...member }, id, 'coming');
}

/** At 18:00 UTC, five to six days from now. */
function nextEvening(now: Date): Date {
  const day = new Date(now.getTime() + 5 * dayMs);
  day.setUTCHours(18, 0, 0, 0);
  return day;
}
