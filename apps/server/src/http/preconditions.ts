// Conditional requests (RFC 9110 section 13): If-Match, If-None-Match, If-Range and their counterparts with dates.
import type { IncomingHttpHeaders } from 'node:http';

export interface Validators {
  /** Strong and quoted. */
  etag: string;
  lastModified: Date;
}

/** Follows the order of section 13.2.2 for GET and HEAD: a date counts only if the header with the tag is absent. */
export function checkPreconditions(headers: IncomingHttpHeaders, current: Validators): 'pass' | 304 | 412 {
  const modified = wholeSeconds(current.lastModified);

  const ifMatch = headers['if-match'];
  const ifUnmodifiedSince = parseHttpDate(headers['if-unmodified-since']);
  if (ifMatch !== undefined) {
    if (!listsTag(ifMatch, current.etag, 'strong')) return 412;
  } else if (ifUnmodifiedSince !== undefined && modified > ifUnmodifiedSince) {
    return 412;
  }

  const ifNoneMatch = headers['if-none-match'];
  const ifModifiedSince = parseHttpDate(headers['if-modified-since']);
  if (ifNoneMatch !== undefined) {
    if (listsTag(ifNoneMatch, current.etag, 'weak')) return 304;
  } else if (ifModifiedSince !== undefined && modified <= ifModifiedSince) {
    return 304;
  }
  return 'pass';
}

/**
 * Returns whether the Range header applies. "If the HTTP-date validator provided is not an exact match, the condition
 * is false"; a tag must match strongly (section 13.1.5).
 */
export function rangeMayApply(ifRange: string | undefined, current: Validators): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (/^(W\/)?"/.test(value)) return value === current.etag;
  return parseHttpDate(value) === wholeSeconds(current.lastModified);
}

function listsTag(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  // A tag may contain commas, so splitting the list at commas would be wrong.
  const tags = header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = '(?<time>[0-2][0-9]:[0-5][0-9]:[0-6][0-9])';
const DATE_FORMS = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4}) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2}) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ 0-9][0-9]) ${TIME} (?<year>[0-9]{4})$`),
];

/**
 * Returns milliseconds since 1970, or undefined if the text is not an HTTP-date; a header with such a text MUST be ignored.
 * Accepts the two obsolete forms as well (section 5.6.7). Date.parse would accept many more forms, and read them as local
 * time.
 */
export function parseHttpDate(text: string | undefined, now = Date.now()): number | undefined {
  if (text === undefined) return undefined;
  const parts = DATE_FORMS.map((form) => form.exec(text.trim())?.groups).find((groups) => groups);
  if (!parts) return undefined;
  const { day = '', month = '', year = '', time = '' } = parts;
  if (!MONTHS.includes(month)) return undefined;
  const parsed = Date.parse(`${day.trim()} ${month} ${fullYear(year, now)} ${time} GMT`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** A two-digit year "more than 50 years in the future" belongs to the previous century (section 5.6.7). */
function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date(now).getUTCFullYear();
  const guess = thisYear - (thisYear % 100) + Number(year);
  return guess > thisYear + 50 ? guess - 100 : guess;
}

/** HTTP dates have no milliseconds. Without rounding, a file would always be newer than its own Last-Modified. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
