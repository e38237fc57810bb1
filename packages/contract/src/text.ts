// Schemas that the features share: checked text, ids and small values.
import { z } from 'zod';
import { limits } from './rules/limits.ts';
import { catalogueSorts, sortKeys } from './rules/sort.ts';
import { control, pathStep, reordering, visible } from './rules/title-cleaning.ts';

/**
 * One line of text, trimmed, 1 to `max` UTF-16 units, without control characters (PostgreSQL refuses NUL). Contains at least
 * one visible character, and no marks that change the direction of the surrounding text. In the form NFC, because devices send "ä" as
 * one character or as two.
 */
export function line(max: number) {
  return visibleLine(optionalLine(max));
}

/** Like `line`, but as it was sent: for names on a disk and for values that are compared with others. */
export function exactLine(max: number) {
  return visibleLine(checkedLine(z.string().trim(), max));
}

function visibleLine(schema: z.ZodString) {
  return schema
    .min(1, 'is required')
    .refine((value) => visible.test(value), 'must contain a visible character')
    .refine((value) => !reordering.test(value), 'must not contain marks that change the direction of text');
}

/** Like `line`, but may be empty. Does not check for visible characters and direction marks. */
export function optionalLine(max: number) {
  return checkedLine(z.string().trim().normalize('NFC'), max);
}

function checkedLine(schema: z.ZodString, max: number) {
  return schema
    .max(max, `must not be longer than ${max} characters`)
    .refine((value) => !control.test(value), 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');
}

/** Text of any number of lines, trimmed, 0 to `max` UTF-16 units, in the form NFC. Line ends become line feeds. */
export function text(max: number) {
  return z
    .string()
    .transform((value) => value.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .refine((value) => value.length <= max, `must not be longer than ${max} characters`)
    .refine((value) => !control.test(value.replace(/[\n\t]/g, '')), 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');
}

/** The title of a game. Titles are never part of a path, but `../` in one is an attack or a mistake. */
export const title = line(200).refine((value) => !pathStep.test(value), 'must not contain a path');

/** An id that the server has generated: unguessable and URL-safe. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'is not an id');

export const idParams = z.object({ id });

/** An email address in lower case, at most 254 characters (RFC 5321 section 4.5.3.1.3). */
export const email = z
  .string()
  .trim()
  .max(254, 'must not be longer than 254 characters')
  .toLowerCase()
  .pipe(z.email('must be an email address'));

/** A size in bytes. */
export const bytes = z.number().int().nonnegative();

/** A time in UTC, ISO 8601. */
export const time = z.iso.datetime();

/** A SHA-256 digest in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 digest in lower-case hex');

/** Not in rules/sort.ts, because the page's first scripts import that file and must not include zod. */
export const sortKey = z.enum(sortKeys);

export const catalogueSort = z.enum(catalogueSorts);

/** A list in a query string, given as repeated values. Empty and repeated values are omitted. */
export function queryList<Output>(item: z.ZodType<Output, string>) {
  return z
    .union([z.string(), z.array(z.string()).max(limits.valuesPerFilter)])
    .default([])
    .transform((given) => [...new Set([given].flat())].filter((value) => value !== ''))
    .pipe(z.array(item));
}

/** The number of a page in a query, counted from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** A response that only confirms. `message` is plain English that can be shown to people. */
export const done = z.object({ message: z.string() });
