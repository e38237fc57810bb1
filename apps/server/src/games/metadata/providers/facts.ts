// Schemas for providers' responses. Their format is not guaranteed, so each field is parsed separately: a missing or invalid
// value becomes null or is omitted.

import { setImmediate as yieldIfDue } from 'node:timers/promises';
import { type PlayMode, playModes } from '@cellar/contract/games/rules/play-modes.ts';
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';

const maxItems = 200;

/** Removes control characters, because PostgreSQL refuses NUL, and unpaired surrogates. */
function clean(value: string, max: number): string {
  return value
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .slice(0, max)
    .toWellFormed()
    .trim();
}

/** Parses one line of text. Anything else is null. */
export function lineOrNull(max = 200) {
  return z
    .string()
    .transform((value) => clean(value.slice(0, max * 4), max).replace(/\s+/g, ' ') || null)
    .nullable()
    .catch(null);
}

/** Parses text of several lines, possibly HTML. Anything else is an empty string. */
export function textOrEmpty(max = 100_000) {
  return z
    .string()
    .transform((value) => clean(value, max))
    .catch('');
}

/** Parses a title, without trademark signs. */
export const titleOrNull = lineOrNull().transform(
  (value) => value?.replace(/[™®©]/g, '').replace(/\s+/g, ' ').trim() || null,
);

/** Parses a number, even if it is sent as text. */
export const numberOrNull = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/)])
  .transform(Number)
  .nullable()
  .catch(null);

/** Parses a boolean. Anything else is false. */
export const flag = z.boolean().catch(false);

/** Parses an id, a positive integer of at most 10 digits, and returns it as text. */
export const idOrNull = z
  .union([z.number().int(), z.string()])
  .transform(String)
  .refine((value) => /^[1-9]\d{0,9}$/.test(value))
  .nullable()
  .catch(null);

export const urlOrNull = z
  .string()
  .max(2_000)
  .transform((value) => (value.startsWith('//') ? `https:${value}` : value))
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value))
  .nullable()
  .catch(null);

/** Parses a list and omits invalid items. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.slice(0, maxItems).flatMap((value): NonNullable<z.output<Item>>[] => {
        const { data } = item.safeParse(value);
        return data === undefined || data === null ? [] : [data];
      }),
    );
}

/** Parses an object. Anything else counts as an empty object, so each field must accept undefined. */
export function objectOrEmpty<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object(shape);
  return schema.catch(() => schema.parse({}));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses `{ name }`, which many providers send. */
export const nameOf = z
  .object({ name: lineOrNull(100) })
  .transform(({ name }) => name)
  .nullable()
  .catch(null);

/** Parses `{ slug }`, a name that does not depend on the language. */
export const slugOf = z
  .object({ slug: lineOrNull(100) })
  .transform(({ slug }) => slug)
  .nullable()
  .catch(null);

/** @throws FetchFailure if the response does not have the basic structure of the schema */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  url: string,
): z.output<Schema> {
  const { data, success } = schema.safeParse(answer);
  if (success) return data;
  throw new FetchFailure('bad_answer', new URL(url).host, 'sent a response in an unexpected format');
}

/** Removes duplicates and empty values. Keeps the order. */
export function distinct(values: (string | null)[]): string[] {
  return [...new Set(values)].filter((value): value is string => Boolean(value));
}

export function wholeFrom0To100(value: number | null): number | null {
  return value === null || value < 0 || value > 100 ? null : Math.round(value);
}

export function countOrNull(value: number | null): number | null {
  return value === null || value < 0 || value > 2 ** 31 - 1 ? null : Math.floor(value);
}

// Converts age ratings of all providers to one spelling: `PEGI 16`, `ESRB M`.

/** In order of preference, for games with several ratings. */
const boards = ['PEGI', 'ESRB', 'USK'] as const;

const esrb = new Map([
  ['ec', 'EC'],
  ['e', 'E'],
  ['everyone', 'E'],
  ['e10', 'E10+'],
  ['e10+', 'E10+'],
  ['everyone 10+', 'E10+'],
  ['t', 'T'],
  ['teen', 'T'],
  ['m', 'M'],
  ['mature', 'M'],
  ['ao', 'AO'],
  ['adults only', 'AO'],
]);

/** PEGI ratings in IGDB's older spelling. */
const spelled = new Map([
  ['three', '3'],
  ['seven', '7'],
  ['twelve', '12'],
  ['sixteen', '16'],
  ['eighteen', '18'],
]);

/** Returns the preferred rating, or null if we know none of them. */
export function ageRatingOf(ratings: [board: string | null, rating: string | null][]): string | null {
  for (const board of boards) {
    const rating = ratings.find(([name]) => name?.toUpperCase() === board)?.[1];
    const known = rating && spell(board, rating.trim());
    if (known) return `${board} ${known}`;
  }
  return null;
}

function spell(board: (typeof boards)[number], rating: string): string | undefined {
  if (board === 'ESRB') return esrb.get(rating.toLowerCase());
  return /^(?:(?:PEGI|USK) ?)?(\d{1,2})$/i.exec(rating)?.[1] ?? spelled.get(rating.toLowerCase());
}

// Parses the release dates of providers.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses Steam's English dates: `16 Nov, 2004`, `Nov 16, 2004`. Returns null for `Nov 2004`, `Q4 2004` and `2004`. */
export function dayOfWords(words: string | null): string | null {
  const match =
    /^(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i.exec(words ?? '') ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i.exec(words ?? '');
  const { day = '', month = '', year = '' } = match?.groups ?? {};
  const index = months.indexOf(month.slice(0, 3).toLowerCase());
  return index < 0 ? null : dayOrNull(`${year}-${two(index + 1)}-${two(Number(day))}`);
}

export function yearOfWords(words: string | null): number | null {
  const year = /\b(19[5-9]\d|20\d\d)\b/.exec(words ?? '')?.[1];
  return year ? Number(year) : null;
}

/** Converts seconds since 1970 to a day in UTC, `YYYY-MM-DD`. */
export function dayOfSeconds(seconds: number | null): string | null {
  if (seconds === null || Math.abs(seconds) > 1e11) return null;
  return dayOrNull(new Date(seconds * 1000).toISOString().slice(0, 10));
}

/** Returns the day if it is a valid `YYYY-MM-DD` from 1950 to 2099, otherwise null. */
export function dayOrNull(day: string | null): string | null {
  if (!day || !/^(19[5-9]\d|20\d\d)-\d\d-\d\d$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

// Converts descriptions to plain text. Some providers send HTML.

/** The converter takes quadratic time for closing tags without opening tags: a second per 100,000 characters. */
const maxInput = 20_000;
export const maxSummary = 4_000;

/** Separates paragraphs by an empty line, keeps list markers, and omits pictures and link addresses. */
export async function plainText(html: string): Promise<string> {
  if (!/[<&]/.test(html)) return shorten(html);
  const { convert } = await import('html-to-text');
  const text = convert(html.slice(0, maxInput), {
    wordwrap: false,
    limits: { maxInputLength: maxInput, maxDepth: 40, maxChildNodes: 2_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  // Yields to other requests, because a response may contain dozens of descriptions.
  await yieldIfDue();
  return shorten(text);
}

/** Cuts long text at the end of a word and adds an ellipsis. */
function shorten(text: string): string {
  const tidy = text
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (tidy.length <= maxSummary) return tidy;
  const cut = tidy.slice(0, maxSummary - 1).toWellFormed();
  return `${cut.replace(/\s+\S{0,40}$/, '')}…`;
}

// The play modes of a game, from what a provider says about them.

/** `several`: several players, but the provider does not say whether at one screen or over a network. */
export type PlaySign = PlayMode | 'several';

/** A game for several players that names only the same screen is not taken for one with a network mode. */
export function modesOf(signs: readonly PlaySign[]): PlayMode[] {
  const isForSeveral = signs.includes('several') && !signs.includes('sameScreen');
  return playModes.filter((mode) => signs.includes(mode) || (mode === 'multiplayer' && isForSeveral));
}
