// Conditional requests (RFC 9110 section 13): what If-Match, If-None-Match, If-Range and their dated
// twins make of a request for one file. Pure; used by the plan of an answer (file-answer.ts).
import type { IncomingHttpHeaders } from 'node:http';

export interface Validators {
  /** Strong and quoted. */
  etag: string;
  lastModified: Date;
}

/** The order of section 13.2.2 for GET and HEAD: the dated twin counts only where its tag is absent. */
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
 * Whether Range may be followed. "If the HTTP-date validator provided is not an exact match, the condition
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
  // A tag may hold commas, so the list is matched and not split.
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
 * Milliseconds, or undefined for what is no HTTP-date: such a header MUST be ignored. The obsolete two
 * forms are read as well (section 5.6.7); Date.parse would take far more than these, and in local time.
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

/** "More than 50 years in the future" means the century before (section 5.6.7). */
function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date(now).getUTCFullYear();
  const guess = thisYear - (thisYear % 100) + Number(year);
  return guess > thisYear + 50 ? guess - 100 : guess;
}

/** HTTP dates know no milliseconds; compared with them, a file of this very second would always be newer. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
