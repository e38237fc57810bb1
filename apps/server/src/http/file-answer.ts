// Plans the answer to a request for one file: status, headers, and the pieces of the body in order. Reads nothing.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { checkPreconditions, rangeMayApply, type Validators } from './preconditions.ts';
import { type ByteRange, parseRange } from './range.ts';

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
  pieces: Piece[];
}

export function planFileAnswer(method: string, headers: IncomingHttpHeaders, file: FileFacts): FileAnswer {
  const validators = { etag: file.etag, 'last-modified': file.lastModified.toUTCString() };
  const verdict = checkPreconditions(headers, file);
  if (verdict === 304) return { status: 304, headers: validators, pieces: [] };
  if (verdict === 412) return { status: 412, headers: {}, pieces: [] };

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
      pieces: [],
    };
  }
  if (range.kind === 'none') return wholeFile(file, described);
  const [first] = range.ranges;
  return first && range.ranges.length === 1
    ? oneRange(file, described, first)
    : manyRanges(file, described, range.ranges);
}

/** Returns the ranges of the file that the answer contains: none for HEAD, 304, 412 and 416, an empty one for an empty file. */
export function answeredRanges(
  method: string,
  headers: IncomingHttpHeaders,
  file: FileFacts,
): [start: number, endExclusive: number][] {
  if (method === 'HEAD') return [];
  const plan = planFileAnswer('GET', headers, file);
  if (plan.status === 200) return [[0, file.size]];
  return plan.pieces.flatMap((piece): [number, number][] =>
    'start' in piece ? [[piece.start, piece.end + 1]] : [],
  );
}

function wholeFile(file: FileFacts, headers: OutgoingHttpHeaders): FileAnswer {
  return {
    status: 200,
    headers: { ...headers, 'content-type': file.contentType, 'content-length': file.size },
    pieces: file.size > 0 ? [{ start: 0, end: file.size - 1 }] : [],
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
  };
}

function lengthOf(piece: Piece): number {
  return Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start + 1;
}

function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}
