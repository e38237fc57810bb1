// A year of a library: games come and go, an admin and members change their minds, the server sleeps, its clock is set. Used
// by digest-year.test.ts and its long sibling. All that happens follows from a seed.
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import { effectiveFrequency, emailFrequencies } from '@cellar/contract/rules/email-frequency.ts';
import { createRandom, type Random } from '#src/seed/random.ts';
import { buildApp, type TestApp } from './build-app.ts';
import { addNews, listTold, lookAt, moveTo, setFrequency } from './digests.ts';

export const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;

export interface YearOptions {
  zone: string;
  seed: string;
  /** Whether the clock is set, back and forward. */
  jumps?: boolean;
  days?: number;
}

export interface YearGame {
  id: string;
  /** Null for one that was deleted since. */
  announcedAt: number | null;
}

export interface YearMember {
  id: string;
  email: string;
  own: EmailFrequency | null;
  isTold: boolean;
  /** When mails were switched on or off. */
  switchedAt: number[];
  /** How many games had been added by the last time. */
  gamesBefore: number;
}

/** What held for a member when the job looked. */
export interface Look {
  at: number;
  held: Map<string, EmailFrequency>;
}

export interface Mail {
  to: string;
  at: number;
  subject: string;
  games: string[];
}

export interface Year {
  games: YearGame[];
  members: YearMember[];
  looks: Look[];
  mails: Mail[];
}

/** Not by the library that is tested: every full hour of these days is asked what time it is there. */
export function nineOClocks(zone: string, from: number, days: number): number[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const first = from - (from % hour);
  const hours = Array.from({ length: days * 24 }, (_, at) => first + at * hour);
  return hours.filter((time) => format.format(time) === '09:00');
}

interface World {
  app: TestApp;
  random: Random;
  options: Required<YearOptions>;
  site: EmailFrequency;
  games: YearGame[];
  members: YearMember[];
  looks: Look[];
}

const begin = Date.parse('2027-01-01T00:00:00Z');
const shortestDay = 23 * hour;
/** Nothing happens any more, and everything that waits has its day. */
const quietDays = 45;
/** Behind the farthest that a wrong clock has been. */
const marginDays = 10;

export async function liveThroughYear({ zone, seed, jumps = false, days = 366 }: YearOptions): Promise<Year> {
  const app = await buildApp({ env: { TZ: zone } });
  const options = { zone, seed, jumps, days };
  const world: World = {
    ...{ app, random: createRandom(seed), options, site: 'daily' as const },
    ...{ games: [], members: [], looks: [] },
  };
  try {
    moveTo(app, new Date(begin - day));
    await setFrequency(app, world.site);
    for (const own of [null, null, 'daily', 'weekly', 'monthly'] as const) await addMember(world, own);
    await lookNow(world, begin - day + minute);
    await liveThroughDays(world);
    return await resultOf(world);
  } finally {
    await app.close();
  }
}

async function addMember({ app, members }: World, own: EmailFrequency | null): Promise<void> {
  const { account } = await app.as('member');
  const { id = '', email = '' } = account ?? {};
  await app.services.users.change(app.services.database.db, id, { emailFrequency: own });
  members.push({ id, email, own, isTold: true, switchedAt: [], gamesBefore: 0 });
}

async function lookNow(world: World, at: number): Promise<void> {
  const { app, site, members, looks } = world;
  await lookAt(app, new Date(at));
  looks.push({ at, held: new Map(members.map(({ email, own }) => [email, effectiveFrequency(own, site)])) });
}

/** A clock that is set makes days come again, or leaves some out. */
async function liveThroughDays(world: World): Promise<void> {
  const { random, options } = world;
  const nines = nineOClocks(options.zone, begin, options.days * 2 + marginDays + quietDays);
  let [today, farthest] = [0, 0];
  for (let left = options.days; left > 0; left -= 1) {
    await liveThroughDay(world, nines[today] ?? 0);
    farthest = Math.max(farthest, today);
    const set = options.jumps && random.chance(0.1) ? random.whole(-6, 4) : 0;
    today = Math.max(0, today + 1 + set);
  }
  const quietFrom = farthest + (options.jumps ? marginDays : 1);
  for (const nine of nines.slice(quietFrom, quietFrom + quietDays)) await lookNow(world, nine + 1000);
}

/** From one 9 AM to the next: up to two things happen, each of them seen by the job within a minute. */
async function liveThroughDay(world: World, nine: number): Promise<void> {
  const { app, random } = world;
  let at = random.chance(0.1) ? nine + random.whole(1, 300) * minute : nine + 1000;
  await lookNow(world, at);
  for (let left = random.pick([0, 0, 1, 1, 2]); left > 0; left -= 1) {
    at += random.whole(3, 700) * minute;
    if (at > nine + shortestDay - 20 * minute) return;
    moveTo(app, new Date(at));
    await somethingHappens(world, at);
    await lookNow(world, at + minute);
    // Immediate mails wait for more to come.
    if (world.site === 'immediate') await lookNow(world, at + 7 * minute);
    at += 8 * minute;
  }
}

async function somethingHappens(world: World, at: number): Promise<void> {
  const { app, random, members, games } = world;
  const what = random.between(0, 100);
  if (what < 35) return addGames(world);
  if (what < 45) return deleteGame(world);
  // The job looks, and nothing has happened.
  if (what < 75) return;
  if (what < 85) {
    world.site = random.pick(emailFrequencies);
    return setFrequency(app, world.site);
  }
  const [first, ...others] = members as [YearMember, ...YearMember[]];
  const { db } = app.services.database;
  if (what < 94) {
    first.isTold = !first.isTold;
    first.switchedAt.push(at);
    first.gamesBefore = games.length;
    return app.services.users.change(db, first.id, { emailNotifications: first.isTold ? 1 : 0 });
  }
  const member = random.pick(others);
  member.own = random.pick([null, ...emailFrequencies]);
  return app.services.users.change(db, member.id, { emailFrequency: member.own });
}

async function addGames({ app, random, games }: World): Promise<void> {
  const titles = Array.from({ length: random.pick([1, 1, 2]) }, (_, of) => `Game ${games.length + of}`);
  const ids = await addNews(app, ...titles);
  games.push(...ids.map((id) => ({ id, announcedAt: null })));
}

/** Mostly one of the last: it may not be announced or told of yet. */
async function deleteGame({ app, random, games }: World): Promise<void> {
  const { id } = games.at(-1 - Math.floor(random.between(0, 4))) ?? {};
  if (id) await app.services.games.deleteGame(id).catch(() => undefined);
}

async function resultOf({ app, games, members, looks }: World): Promise<Year> {
  const rows = await app.services.database.db.selectFrom('games').select(['id', 'announcedAt']).execute();
  const announced = new Map(rows.map(({ id, announcedAt }) => [id, announcedAt && Date.parse(announcedAt)]));
  const told = await listTold(app);
  return {
    ...{ members, looks },
    games: games.map((game) => ({ ...game, announcedAt: announced.get(game.id) || null })),
    mails: told.map((mail) => ({ ...mail, at: Date.parse(mail.at) })),
  };
}
