// Schemas that the features share: checked text, ids and small values.
import { z } from 'zod';
import { control, pathStep, reordering, visible } from './games/rules/title-cleaning.ts';
import { limits } from './rules/limits.ts';
import { catalogueSorts, sortKeys } from './rules/sort.ts';

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

/** What RFC 5322 section 3.2.3 allows before the @ without quotes, then a domain with at least two parts. */
const addressForm =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;

const tooLong = 'must not be longer than 254 characters';

/**
 * An email address in lower case, at most 254 characters (RFC 5321 section 4.5.3.1.3). An international domain becomes ASCII, as browsers
 * send it, so that an address has one form.
 */
export const email = z
  .string()
  .trim()
  .max(254, tooLong)
  .toLowerCase()
  .transform(withAsciiDomain)
  .pipe(z.email({ pattern: addressForm, error: 'must be an email address' }).max(254, tooLong));

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\u0000-\u007f]*$/.test(domain)) return address;
  // Other characters would be read as the end of the domain, or decoded.
  const url = /^[^/\\?#@:%\s]+$/.test(domain)
    ? z.url({ normalize: true }).safeParse(`http://${domain}/`)
    : undefined;
  return url?.success ? address.slice(0, at + 1) + url.data.slice('http://'.length, -1) : address;
}

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

/** Where a page is in its list. */
export const pagePlace = { currentPage: z.int(), totalPages: z.int() };

/** Returns the schema of an object that has a name in the OpenAPI document. */
export function named<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}
