// Plans the answer to a request for one file: status, headers, and the pieces of the body in order. Reads nothing.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { checkPreconditions, rangeMayApply, type Validators } from './preconditions.ts';

export interface FileFacts extends Validators {
  size: number;
  contentType: string;
  disposition: string;
}

/** Either literal bytes or a range of the file. */
export type Piece = Buffer | ByteRange;

export interface FileAnswer {
  status: 200 | 206 | 304 | 412 | 416;
  headers: OutgoingHttpHeaders;
  /** Empty for HEAD, like `ranges`. */
  pieces: Piece[];
  /** The ranges of the file in `pieces`. An empty file that is sent has an empty one. */
  ranges: [start: number, endExclusive: number][];
}

const noBytes = { pieces: [], ranges: [] };

export function planFileAnswer(
  { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  file: FileFacts,
): FileAnswer {
  const validators = { etag: file.etag, 'last-modified': file.lastModified.toUTCString() };
  const verdict = checkPreconditions(headers, file);
  if (verdict === 304) return { status: 304, headers: validators, ...noBytes };
  if (verdict === 412) return { status: 412, headers: {}, ...noBytes };

  const described = {
    ...validators,
    'accept-ranges': 'bytes',
    'content-disposition': file.disposition,
  };
  // "A server MUST ignore a Range header field received with a request method … for which range handling is
  // not defined. For this specification, GET is the only method" (RFC 9110 section 14.2).
  const usesRange = method === 'GET' && rangeMayApply(headers['if-range'] as string | undefined, file);
  const range = parseRange(usesRange ? headers.range : undefined, file.size);

  if (range.kind === 'unsatisfiable') {
    return {
      status: 416,
      headers: { 'content-range': `bytes */${file.size}`, 'accept-ranges': 'bytes' },
      ...noBytes,
    };
  }
  if (method === 'HEAD') return { ...wholeFile(file, described), ...noBytes };
  if (range.kind === 'none') return wholeFile(file, described);
  const [first] = range.ranges;
  return first && range.ranges.length === 1
    ? oneRange(file, described, first)
    : manyRanges(file, described, range.ranges);
}

function wholeFile(file: FileFacts, headers: OutgoingHttpHeaders): FileAnswer {
  return {
    status: 200,
    headers: { ...headers, 'content-type': file.contentType, 'content-length': file.size },
    pieces: file.size > 0 ? [{ start: 0, end: file.size - 1 }] : [],
    ranges: [[0, file.size]],
  };
}

function oneRange(file: FileFacts, headers: OutgoingHttpHeaders, range: ByteRange): FileAnswer {
  return {
    status: 206,
    headers: {
      ...headers,
      'content-type': file.contentType,
      'content-range': contentRange(range, file.size),
      'content-length': range.end - range.start + 1,
    },
    pieces: [range],
    ranges: [[range.start, range.end + 1]],
  };
}

/** Each part has its own Content-Range; the answer itself must not have one (RFC 9110 section 15.3.7.2). */
function manyRanges(file: FileFacts, headers: OutgoingHttpHeaders, ranges: ByteRange[]): FileAnswer {
  const boundary = randomUUID();
  const pieces: Piece[] = ranges.flatMap((range) => [
    Buffer.from(
      `\r\n--${boundary}\r\ncontent-type: ${file.contentType}\r\n` +
        `content-range: ${contentRange(range, file.size)}\r\n\r\n`,
      'latin1',
    ),
    range,
  ]);
  pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'));
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  return {
    status: 206,
    headers: {
      ...headers,
      'content-type': `multipart/byteranges; boundary=${boundary}`,
      'content-length': length,
    },
    pieces,
    ranges: ranges.map(({ start, end }) => [start, end + 1]),
  };
}

function lengthOf(piece: Piece): number {
  return Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start + 1;
}

function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}

// Parses a Range header (RFC 9110 section 14) for a file of known size.

export interface ByteRange {
  start: number;
  /** Inclusive, as in the header. */
  end: number;
}

type RangeRequest = { kind: 'none' } | { kind: 'unsatisfiable' } | { kind: 'ranges'; ranges: ByteRange[] };

/** Download managers request a handful of ranges; hundreds are an attack (RFC 9110 section 17.15). */
export const MAX_RANGES = 16;

const NONE: RangeRequest = { kind: 'none' };
const UNSATISFIABLE: RangeRequest = { kind: 'unsatisfiable' };

/**
 * Returns `none` if the whole file should be sent, and `unsatisfiable` for a 416, which RFC 9110 section 15.5.17 also allows
 * for invalid sets and for "an excessive request of small or overlapping ranges". Overlapping and adjacent ranges are merged
 * at the position of the first of them.
 */
export function parseRange(header: string | undefined, size: number): RangeRequest {
  // "An origin server MUST ignore a Range header field that contains a range unit it does not understand."
  // Unit names are case-insensitive (section 14.1).
  const set = header === undefined ? undefined : /^bytes=(.*)$/is.exec(header)?.[1];
  if (set === undefined) return NONE;
  if (/^[ \t]/.test(set)) return UNSATISFIABLE;

  // "A recipient MUST parse and ignore a reasonable number of empty list elements" (section 5.6.1.2).
  const specs = set
    .split(',')
    .map((spec) => spec.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((spec) => spec !== '');
  if (specs.length === 0 || specs.length > MAX_RANGES) return UNSATISFIABLE;

  const ranges: ByteRange[] = [];
  let hasEmptySuffix = false;
  for (const spec of specs) {
    const range = parseSpec(spec, size);
    if (range === 'invalid') return UNSATISFIABLE;
    if (range === 'empty-suffix') hasEmptySuffix = true;
    else if (range !== 'beyond') ranges.push(range);
  }
  if (ranges.length > 0) return { kind: 'ranges', ranges: coalesce(ranges) };
  return hasEmptySuffix ? NONE : UNSATISFIABLE;
}

type SpecResult = ByteRange | 'invalid' | 'beyond' | 'empty-suffix';

function parseSpec(spec: string, size: number): SpecResult {
  const match = /^([0-9]*)-([0-9]*)$/.exec(spec);
  if (!match || spec === '-') return 'invalid';
  const [first, last] = [match[1] ?? '', match[2] ?? ''];

  if (first === '') {
    // "If the selected representation is shorter than the specified suffix-length, the entire representation is used". For an
    // empty file these are no bytes at all, which Content-Range cannot express.
    const suffix = Number(last);
    if (suffix === 0) return 'beyond';
    return size === 0 ? 'empty-suffix' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  // Numbers beyond 2^53 lose precision here, which is harmless: they are past the end of any file.
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  // "An int-range is invalid if the last-pos value is present and less than first-pos."
  if (end < start) return 'invalid';
  return start >= size ? 'beyond' : { start, end: Math.min(end, size - 1) };
}

function coalesce(ranges: ByteRange[]): ByteRange[] {
  const merged: ByteRange[] = [];
  for (const next of ranges) {
    const range = { ...next };
    let place = merged.length;
    // Starts again after each merge: the larger range may now touch one that it did not touch before.
    for (let i = merged.length - 1; i >= 0; i -= 1) {
      const other = merged[i] as ByteRange;
      if (other.start > range.end + 1 || other.end < range.start - 1) continue;
      range.start = Math.min(range.start, other.start);
      range.end = Math.max(range.end, other.end);
      merged.splice(i, 1);
      place = Math.min(place, i);
      i = merged.length;
    }
    merged.splice(place, 0, range);
  }
  return merged;
}
