// The demo's collections: lists of the club, a smart one, and a LAN night that two members come to.
import { newCollection } from '@cellar/contract/club/collections.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Member } from '#http/access.ts';
import { dayMs } from '#platform/durations.ts';
import type { Services } from '#start/services.ts';

/** Not the member whose login the demo prints, so that whoever tries it can answer. */
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
