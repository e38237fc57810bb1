// Checks the emails of a simulated year (digest-year.ts).
import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import { expect } from 'vitest';
import { day, type Mail, minute, nineOClocks, type Run, type Year, type YearMember } from './digest-year.ts';

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
