// What must hold of the mails of a year, see digest-year.ts.
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import { expect } from 'vitest';
import { day, type Look, type Mail, minute, nineOClocks, type Year, type YearMember } from './digest-year.ts';

const mailsOf = (year: Year, { email }: YearMember) => year.mails.filter(({ to }) => to === email);

/** Nobody is told twice; who wants to be told is told of everything that is still there. */
export function expectOnce(year: Year): void {
  for (const { subject, games } of year.mails) {
    // Of what a mail does not list the test knows nothing.
    expect(subject).toMatch(games.length === 1 ? /^New Game Added/ : new RegExp(`^${games.length} New`));
  }
  for (const member of year.members) {
    const told = mailsOf(year, member).flatMap(({ games }) => games);
    expect(told.filter((id, at) => told.indexOf(id) !== at)).toEqual([]);
    if (!member.isTold) continue;
    const since = year.games.slice(member.gamesBefore);
    const expected = since.filter(({ announcedAt }) => announcedAt !== null);
    expect(expected.map(({ id }) => id).filter((id) => !told.includes(id))).toEqual([]);
  }
}

/** For a year whose clock was never set: with the first 9 AM of the member's frequency after the game was announced. */
export function expectOnTime(year: Year, zone: string): void {
  const first = year.looks[0]?.at ?? 0;
  const days = Math.ceil(((year.looks.at(-1)?.at ?? 0) - first) / day) + 1;
  const boundaries = boundariesOf(zone, nineOClocks(zone, first, days));
  const announced = new Map(year.games.map(({ id, announcedAt }) => [id, announcedAt]));
  const [switching] = year.members;
  for (const mail of year.mails) {
    const news = mail.games.map((id) => announced.get(id)).filter((at) => typeof at === 'number');
    const seen = lookOf(year.looks, mail.at);
    const frequency = seen.look.held.get(mail.to) ?? 'daily';
    if (frequency === 'immediate') expectQuiet(mail, news);
    else expectAtBoundary(boundaries(frequency), { mail, news, ...seen });
    const offAt = switching?.email === mail.to ? switching.switchedAt.filter((_, at) => at % 2 === 0) : [];
    for (const off of offAt) expect(news.some((at) => at < off && off < mail.at)).toBe(false);
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

function lookOf(looks: Look[], at: number): { look: Look; before: Look | undefined } {
  const index = looks.findLastIndex((look) => look.at <= at);
  return { look: looks[index] as Look, before: looks[index - 1] };
}

function expectQuiet(mail: Mail, news: number[]): void {
  if (news.length === 0) return;
  const isOver = Math.max(...news) <= mail.at - 5 * minute || Math.min(...news) <= mail.at - 60 * minute;
  expect(isOver, `immediate mail at ${new Date(mail.at).toISOString()}`).toBe(true);
}

interface Seen {
  mail: Mail;
  news: number[];
  look: Look;
  before: Look | undefined;
}

/** The mail was written by the first look after 9 AM, and tells of what had come by then, the last period's news only. */
function expectAtBoundary(boundaries: number[], { mail, news, look, before }: Seen): void {
  const last = boundaries.findLastIndex((boundary) => boundary <= look.at);
  const boundary = boundaries[last] ?? 0;
  const at = new Date(mail.at).toISOString();
  expect(boundary, `${at} is not 9 AM`).toBeGreaterThan(before?.at ?? 0);
  expect(Math.max(0, ...news), `${at} tells of what came after 9 AM`).toBeLessThanOrEqual(boundary);
}
