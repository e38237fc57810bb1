// With `ACCEL`, nginx (X-Accel-Redirect) or the object store (a signed address) sends files instead of Cellar.
// docs/decisions/0012-files-by-the-proxy.md says when.
import type { FastifyRequest } from 'fastify';
import type { AccelConfig } from '#start/config.ts';
import type { HandOverTerms } from '../limits/hand-over-terms.ts';
import type { DownloadsService } from './downloads.service.ts';
import { extraHeaders, factsOf } from './file-facts.ts';
import type { OpenedDownload } from './open-download.ts';
import type { TargetFile } from './target-file.ts';

/** A store checks a signed address when a request begins. An hour lets download managers resume with the same address. */
const signedSeconds = 3600;

/** Returns a function that returns the answer that makes another program send the file, or undefined if Cellar must send it. */
export function createHandOver(downloads: DownloadsService, accel: AccelConfig | undefined) {
  return async (opened: OpenedDownload, request: FastifyRequest) => {
    const { file, downloadId, userId } = opened;
    if (downloadId === undefined || !accel || !canReach(accel, file)) return undefined;
    const isPossible = accel.kind === 'nginx' ? canNginxSend(request) : canStoreSend(request, opened);
    if (!isPossible) return undefined;
    const terms = await downloads.handOverTerms(userId);
    if (!permits(terms, accel, request)) return undefined;
    const { contentType, disposition } = factsOf(file);
    const target = await downloads.findHandOver(file, { contentType, disposition, seconds: signedSeconds });
    const address = accel.kind === 'nginx' && target && addressOf(accel, target);
    if (address) return { status: 200, headers: { ...accelHeaders(file, address), ...speedHeaders(terms) } };
    if (accel.kind === 'redirect' && target?.kind === 'redirect') {
      return { status: 302, headers: { location: target.url, 'cache-control': 'no-store' } };
    }
    return undefined;
  };
}

/**
 * Returns whether the limits of the member permit it. A store can't be slowed down. nginx can, but each answer on its own, so requests
 * for ranges are left to Cellar: download managers send several at once.
 */
function permits(
  { needsEnd, speed }: HandOverTerms,
  accel: AccelConfig,
  { headers }: FastifyRequest,
): boolean {
  if (needsEnd) return false;
  return speed === undefined || (accel.kind === 'nginx' && headers.range === undefined);
}

function speedHeaders({ speed }: HandOverTerms) {
  return speed === undefined ? {} : { 'x-accel-limit-rate': String(speed) };
}

/** Returns whether the other program has the file at all. The disk of a library folder is not touched in vain. */
function canReach(accel: AccelConfig, { libraryItemId }: TargetFile): boolean {
  return libraryItemId === null || (accel.kind === 'nginx' && accel.libraryPrefix !== undefined);
}

type HandOver = NonNullable<Awaited<ReturnType<DownloadsService['findHandOver']>>>;

/** Returns the address of a file at nginx, or undefined if nginx can't send it. */
function addressOf(accel: AccelConfig & { kind: 'nginx' }, target: HandOver): string | undefined {
  if (target.kind === 'path') return `${accel.prefix}/${target.path}`;
  if (target.kind !== 'library' || accel.libraryPrefix === undefined) return undefined;
  return `${accel.libraryPrefix}/${target.root}/${target.path}`;
}

/** Cellar sends the file itself if the request has these headers, because another program would use its own ETag and date. */
const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/**
 * Returns true if the request came through a proxy that TRUST_PROXY names, and this proxy announces support. Any other client
 * would receive an internal address instead of the file.
 */
function canNginxSend({ headers, ips = [] }: FastifyRequest): boolean {
  // Fastify lists more than the address of the direct peer only if it trusts this peer.
  const isThroughProxy = ips.length > 1;
  const isAnnounced = String(headers['x-sendfile-type']).toLowerCase() === 'x-accel-redirect';
  return isThroughProxy && isAnnounced && !conditions.some((name) => name in headers);
}

/**
 * Only links with a ticket are redirected, because some clients would send the session of their request to the store as well. An
 * `If-Range` with another ETag than Cellar's may contain the store's own, which only the store can compare.
 */
function canStoreSend({ headers }: FastifyRequest, { file }: OpenedDownload): boolean {
  if (headers.authorization !== undefined) return false;
  const { etag, lastModified } = factsOf(file);
  const isOurs = [etag, lastModified.toUTCString()].includes(String(headers['if-range']));
  return !isOurs && !conditions.some((name) => name in headers);
}

/**
 * nginx always passes on the type, name and caching headers, and the others if it is configured to. It adds length and ranges.
 * It decodes the address.
 */
function accelHeaders(file: TargetFile, address: string) {
  const { etag, lastModified, contentType, disposition } = factsOf(file);
  return {
    ...extraHeaders(file),
    etag,
    'last-modified': lastModified.toUTCString(),
    'content-type': contentType,
    'content-disposition': disposition,
    'x-accel-redirect': address.split('/').map(encodeURIComponent).join('/'),
  };
}
