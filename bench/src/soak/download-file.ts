// Downloads a file on a line that is slow and breaks, and checks every byte.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { askJson, checkDigest, requestOf } from './ask.ts';
import { between, think, type Visitor } from './site.ts';

export interface StoredFile {
  gameId: string;
  size: number;
  sha256: string;
}

interface Line {
  bytesPerSecond: number;
  /** How often it breaks while a file is downloaded, on average. */
  breaks: number;
}

/** Of an upload that an admin checks at once. */
export const fastLine: Line = { bytesPerSecond: Number.POSITIVE_INFINITY, breaks: 0 };

const platform = 'Windows';

/** Returns the path with a new ticket. */
export async function createTicket(
  visitor: Visitor,
  { token, gameId, downloadId }: { token: string; gameId: string; downloadId: string },
): Promise<string> {
  const path = `/api/games/${gameId}/download/${platform}`;
  const question = { method: 'POST', token, json: { downloadId }, expected: [201] } as const;
  return (await askJson<{ url: string }>(visitor, path, question)).url;
}

/** Resumes after each break until all bytes are there, and compares their digest. `mayStop` is asked after each break. */
export async function downloadFile(
  visitor: Visitor,
  { path, file, line }: { path: string; file: StoredFile; line: Line },
  mayStop: () => boolean = () => false,
): Promise<'complete' | 'stopped'> {
  const { counts } = visitor.site.tally;
  const hash = createHash('sha256');
  const part = { path, from: 0, etag: undefined as string | undefined, size: file.size };
  while (part.from < file.size) {
    if (part.from > 0) {
      counts.cuts += 1;
      if (mayStop()) return 'stopped';
      await think(visitor, 1500);
    }
    // The share of the file until the next break.
    const share = line.breaks > 0 ? -Math.log(1 - visitor.random()) / line.breaks : 1;
    const until = Math.min(file.size, part.from + Math.max(1, Math.ceil(share * file.size)));
    const received = await receive(visitor, part, { until, line, onPiece: (piece) => hash.update(piece) });
    part.from += received.bytes;
    part.etag = received.etag;
  }
  checkDigest(visitor, 'a download', hash.digest('hex'), file.sha256);
  counts.downloads += 1;
  return 'complete';
}

interface Part {
  path: string;
  from: number;
  etag: string | undefined;
  size: number;
}

/** Receives a part and breaks the line. A break at the end of the file is none: everything has arrived. */
async function receive(
  visitor: Visitor,
  part: Part,
  { until, line, onPiece }: { until: number; line: Line; onPiece: (piece: Buffer) => void },
): Promise<{ bytes: number; etag: string }> {
  const answer = await open(visitor, part);
  const started = performance.now();
  let bytes = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      const wanted = piece.subarray(0, until - part.from - bytes);
      onPiece(wanted);
      bytes += wanted.length;
      if (part.from + bytes === until && until < part.size) break;
      const aheadMs = (bytes / line.bytesPerSecond) * 1000 - (performance.now() - started);
      if (aheadMs > 0) await pause(aheadMs, undefined, { signal: visitor.site.over });
    }
  } finally {
    answer.destroy();
  }
  visitor.site.tally.counts.downloadedBytes += bytes;
  if (part.from + bytes !== until) throw new Error('a download ended too early');
  return { bytes, etag: answer.headers.etag ?? '' };
}

/** Resolves with the headers of the answer, after they were checked. */
async function open(visitor: Visitor, part: Part): Promise<http.IncomingMessage> {
  const { path, from, etag, size } = part;
  const headers = from > 0 && etag ? { range: `bytes=${from}-`, 'if-range': etag } : {};
  const options = requestOf(visitor, { path, headers, agent: false });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(options, resolve).on('error', reject);
  });
  visitor.site.tally.counts.requests += 1;
  const { statusCode, headers: got } = answer;
  const isRight =
    from === 0
      ? statusCode === 200 && got['content-length'] === String(size)
      : statusCode === 206 &&
        got['content-range'] === `bytes ${from}-${size - 1}/${size}` &&
        got.etag === etag;
  if (isRight && got.etag) return answer;
  answer.destroy();
  throw new Error(
    `a download from byte ${from > 0 ? 'n' : '0'} answered ${statusCode} ${got['content-range'] ?? ''}`,
  );
}

/** A slow line of a member at home. */
export function homeLine(visitor: Visitor): Line {
  return { bytesPerSecond: Math.exp(between(visitor, Math.log(150_000), Math.log(1_500_000))), breaks: 2 };
}
