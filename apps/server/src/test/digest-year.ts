// Simulates a year of a library: games are added and deleted, settings change, the server sleeps, and its clock is set back
// and forward. The seed determines all events.
import {
  type EmailFrequency,
  effectiveFrequency,
  emailFrequencies,
} from '@cellar/contract/messages/rules/email-frequency.ts';
import { expect } from 'vitest';
import { createRandom, type Random } from '#seed/random.ts';
import { buildApp, type TestApp } from './build-app.ts';
import { addNewGames, listDigestMails, moveClockTo, runDigestsAt, setFrequency } from './digests.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface YearOptions {
  zone: string;
  seed: string;
  /** True if the clock is set back and forward. */
  jumps?: boolean;
  days?: number;
}

export interface YearGame {
  id: string;
  /** Null if the game was not announced or has been deleted. */
  announcedAt: number | null;
}

interface YearMember {
  id: string;
  email: string;
  own: EmailFrequency | null;
  wantsMails: boolean;
  /** The times at which the member turned emails on or off. */
  switchedAt: number[];
  /** The number of games at the last of these times. */
  gamesBefore: number;
}

/** A run of the job, with the frequency in effect for each member. */
interface Run {
  at: number;
  frequencies: Map<string, EmailFrequency>;
}

interface Mail {
  to: string;
  at: number;
  subject: string;
  games: string[];
}

interface Year {
  games: YearGame[];
  members: YearMember[];
  runs: Run[];
  mails: Mail[];
}

/** Returns the times of 9 AM, found independently of the tested code: by checking the local time of every full hour. */
function nineOClocks(zone: string, from: number, days: number): number[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const first = from - (from % hour);
  const hours = Array.from({ length: days * 24 }, (_, at) => first + at * hour);
  return hours.filter((time) => format.format(time) === '09:00');
}

interface Simulation {
  app: TestApp;
  random: Random;
  options: Required<YearOptions>;
  site: EmailFrequency;
  games: YearGame[];
  members: YearMember[];
  runs: Run[];
}

const begin = Date.parse('2049-01-01T00:00:00Z');
const shortestDay = 23 * hour;
/** The number of days without events at the end, in which all waiting games are sent. */
const quietDays = 45;
/** The number of days between the latest simulated day and the quiet days, if the clock was set. */
const marginDays = 10;

export async function simulateYear({ zone, seed, jumps = false, days = 366 }: YearOptions): Promise<Year> {
  const app = await buildApp({ env: { TZ: zone } });
  const options = { zone, seed, jumps, days };
  const simulation: Simulation = {
    app,
    random: createRandom(seed),
    options,
    site: 'daily',
    games: [],
    members: [],
    runs: [],
  };
  try {
    moveClockTo(app, new Date(begin - day));
    await setFrequency(app, simulation.site);
    for (const own of [null, null, 'daily', 'weekly', 'monthly'] as const) await addMember(simulation, own);
    await runAt(simulation, begin - day + minute);
    await simulateDays(simulation);
    return await resultOf(simulation);
  } finally {
    await app.close();
  }
}

async function addMember({ app, members }: Simulation, own: EmailFrequency | null): Promise<void> {
  const { account } = await app.as('member');
  const { id = '', email = '' } = account ?? {};
  await app.services.users.change(app.services.database.db, id, { emailFrequency: own });
  members.push({ id, email, own, wantsMails: true, switchedAt: [], gamesBefore: 0 });
}

async function runAt(simulation: Simulation, at: number): Promise<void> {
  const { app, site, members, runs } = simulation;
  await runDigestsAt(app, new Date(at));
  runs.push({
    at,
    frequencies: new Map(members.map(({ email, own }) => [email, effectiveFrequency(own, site)])),
  });
}

/** Setting the clock repeats or skips days. */
async function simulateDays(simulation: Simulation): Promise<void> {
  const { random, options } = simulation;
  const nines = nineOClocks(options.zone, begin, options.days * 2 + marginDays + quietDays);
  let [today, farthest] = [0, 0];
  for (let left = options.days; left > 0; left -= 1) {
    await simulateDay(simulation, nines[today] ?? 0);
    farthest = Math.max(farthest, today);
    const set = options.jumps && random.chance(0.1) ? random.whole(-6, 4) : 0;
    today = Math.max(0, today + 1 + set);
  }
  const quietFrom = farthest + (options.jumps ? marginDays : 1);
  for (const nine of nines.slice(quietFrom, quietFrom + quietDays)) await runAt(simulation, nine + 1000);
}

/** Simulates the time from one 9 AM to the next: up to two events, each followed by a run of the job within a minute. */
async function simulateDay(simulation: Simulation, nine: number): Promise<void> {
  const { app, random } = simulation;
  let at = random.chance(0.1) ? nine + random.whole(1, 300) * minute : nine + 1000;
  await runAt(simulation, at);
  for (let left = random.pick([0, 0, 1, 1, 2]); left > 0; left -= 1) {
    at += random.whole(3, 700) * minute;
    if (at > nine + shortestDay - 20 * minute) return;
    moveClockTo(app, new Date(at));
    await triggerEvent(simulation, at);
    await runAt(simulation, at + minute);
    // Immediate emails wait for more games first.
    if (simulation.site === 'immediate') await runAt(simulation, at + 7 * minute);
    at += 8 * minute;
  }
}

async function triggerEvent(simulation: Simulation, at: number): Promise<void> {
  const { app, random, members, games } = simulation;
  const event = random.between(0, 100);
  if (event < 35) return addGames(simulation);
  if (event < 45) return deleteGame(simulation);
  // The job runs although nothing has happened.
  if (event < 75) return;
  if (event < 85) {
    simulation.site = random.pick(emailFrequencies);
    return setFrequency(app, simulation.site);
  }
  const [first, ...others] = members as [YearMember, ...YearMember[]];
  const { db } = app.services.database;
  if (event < 94) {
    first.wantsMails = !first.wantsMails;
    first.switchedAt.push(at);
    first.gamesBefore = games.length;
    return app.services.users.change(db, first.id, { emailNotifications: first.wantsMails ? 1 : 0 });
  }
  const member = random.pick(others);
  member.own = random.pick([null, ...emailFrequencies]);
  return app.services.users.change(db, member.id, { emailFrequency: member.own });
}

async function addGames({ app, random, games }: Simulation): Promise<void> {
  const titles = Array.from({ length: random.pick([1, 1, 2]) }, (_, of) => `Game ${games.length + of}`);
  const ids = await addNewGames(app, ...titles);
  games.push(...ids.map((id) => ({ id, announcedAt: null })));
}

/** Deletes one of the newest games, which may not have been announced or sent yet. */
async function deleteGame({ app, random, games }: Simulation): Promise<void> {
  const { id } = games.at(-1 - Math.floor(random.between(0, 4))) ?? {};
  if (id) await app.services.games.deleteGame(id).catch(() => undefined);
}

async function resultOf({ app, games, members, runs }: Simulation): Promise<Year> {
  const rows = await app.services.database.db.selectFrom('games').select(['id', 'announcedAt']).execute();
  const announced = new Map(rows.map(({ id, announcedAt }) => [id, announcedAt && Date.parse(announcedAt)]));
  const digests = await listDigestMails(app);
  return {
    members,
    runs,
    games: games.map((game) => ({ ...game, announcedAt: announced.get(game.id) || null })),
    mails: digests.map((mail) => ({ ...mail, at: Date.parse(mail.at) })),
  };
}

// Checks the emails of a simulated year.

const mailsOf = (year: Year, { email }: YearMember) => year.mails.filter(({ to }) => to === email);

/** Checks that no member receives a game twice, and that members who want emails receive every game that still exists. */
export function expectOnce(year: Year): void {
  for (const { subject, games } of year.mails) {
    // The test can check only the games that an email lists, so each email must list all its games.
    expect(subject).toMatch(games.length === 1 ? /^New Game Added/ : new RegExp(`^${games.length} New`));
  }
  for (const member of year.members) {
    const received = mailsOf(year, member).flatMap(({ games }) => games);
    expect(received.filter((id, at) => received.indexOf(id) !== at)).toEqual([]);
    if (!member.wantsMails) continue;
    const since = year.games.slice(member.gamesBefore);
    const expected = since.filter(({ announcedAt }) => announcedAt !== null);
    expect(expected.map(({ id }) => id).filter((id) => !received.includes(id))).toEqual([]);
  }
}

/** Checks a year in which the clock was never set: members receive each game at their first 9 AM after its announcement. */
export function expectOnTime(year: Year, zone: string): void {
  const first = year.runs[0]?.at ?? 0;
  const days = Math.ceil(((year.runs.at(-1)?.at ?? 0) - first) / day) + 1;
  const boundaries = boundariesOf(zone, nineOClocks(zone, first, days));
  const announced = new Map(year.games.map(({ id, announcedAt }) => [id, announcedAt]));
  const [switching] = year.members;
  for (const mail of year.mails) {
    const announcedAt = mail.games.map((id) => announced.get(id)).filter((at) => typeof at === 'number');
    const seen = runOf(year.runs, mail.at);
    const frequency = seen.run.frequencies.get(mail.to) ?? 'daily';
    if (frequency === 'immediate') expectQuiet(mail, announcedAt);
    else expectAtBoundary(boundaries(frequency), { mail, announcedAt, ...seen });
    const offAt = switching?.email === mail.to ? switching.switchedAt.filter((_, at) => at % 2 === 0) : [];
    for (const off of offAt) expect(announcedAt.some((at) => at < off && off < mail.at)).toBe(false);
  }
}

function boundariesOf(zone: string, nines: number[]): (frequency: EmailFrequency) => number[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric' });
  const is = (nine: number, type: string, value: string) =>
    format.formatToParts(nine).some((part) => part.type === type && part.value === value);
  const all: Partial<Record<EmailFrequency, number[]>> = {
    daily: nines,
    weekly: nines.filter((nine) => is(nine, 'weekday', 'Mon')),
    monthly: nines.filter((nine) => is(nine, 'day', '1')),
  };
  return (frequency) => all[frequency] ?? [];
}

function runOf(runs: Run[], at: number): { run: Run; before: Run | undefined } {
  const index = runs.findLastIndex((run) => run.at <= at);
  return { run: runs[index] as Run, before: runs[index - 1] };
}

function expectQuiet(mail: Mail, announcedAt: number[]): void {
  if (announcedAt.length === 0) return;
  const isOver =
    Math.max(...announcedAt) <= mail.at - 5 * minute || Math.min(...announcedAt) <= mail.at - 60 * minute;
  expect(isOver, `immediate mail at ${new Date(mail.at).toISOString()}`).toBe(true);
}

interface Seen {
  mail: Mail;
  announcedAt: number[];
  run: Run;
  before: Run | undefined;
}

/** Checks that the first run after 9 AM wrote the email, and that all its games were announced by 9 AM. */
function expectAtBoundary(boundaries: number[], { mail, announcedAt, run, before }: Seen): void {
  const last = boundaries.findLastIndex((boundary) => boundary <= run.at);
  const boundary = boundaries[last] ?? 0;
  const at = new Date(mail.at).toISOString();
  expect(boundary, `${at} is not 9 AM`).toBeGreaterThan(before?.at ?? 0);
  expect(Math.max(0, ...announcedAt), `${at} has games announced after 9 AM`).toBeLessThanOrEqual(boundary);
}
