// Sends a platform file or an extra: opens it, lets another program send it if one can, and otherwise sends and counts its bytes.
import type { Endpoints } from '@cellar/contract/endpoints.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { planFileAnswer } from '#http/file-answer.ts';
import type { Context } from '#http/route.ts';
import { attachmentNamed, digestHeader, sendStoredFile } from '#http/send-file.ts';
import type { AccelConfig } from '#start/config.ts';
import type { HandOverTerms } from '../limits/admission.ts';
import type { SpeedsService } from '../limits/speeds.service.ts';
import type { DownloadsService } from './downloads.service.ts';
import type { OpenedDownload } from './open-download.ts';
import type { DownloadTarget, TargetFile } from './target-file.ts';

export interface SendDeps {
  downloads: DownloadsService;
  speeds: SpeedsService;
  accel?: AccelConfig | undefined;
}

/** The parts of a request for a file. */
type FileRequest = Pick<Context<Endpoints['download']>, 'query' | 'member' | 'token' | 'request' | 'reply'>;

/** Returns a function that answers a request for a file, for which its ticket or session stands. */
export function createSending({ downloads, speeds, accel }: SendDeps) {
  const findHandOver = createHandOver(downloads, accel);

  function open(target: DownloadTarget, { query, member, token = '', request, reply }: FileRequest) {
    const wanted = {
      planAnswer: (file: TargetFile) =>
        planFileAnswer(request.raw, { ...factsOf(file), size: file.fileSize }),
      namesContent: namesContent(request),
      countConnection: (userId: string, clientId: string) =>
        downloads.countConnection(reply.raw, userId, clientId),
    };
    if (!member) return downloads.openByTicket(query.ticket ?? '', target, wanted);
    const session = { userId: member.id, token, clientId: query.downloadId };
    return downloads.openBySession(target, { ...wanted, ...session });
  }

  return async (target: DownloadTarget, context: FileRequest): Promise<FastifyReply> => {
    const { request, reply } = context;
    const opened = await open(target, context);
    const { downloadId, file, answer } = opened;
    const hasBytes = answer.ranges.length > 0;
    const handOver = hasBytes && (await findHandOver(opened, request).catch(closing(opened)));
    if (downloadId && handOver) {
      await opened.stored.close();
      await downloads.handOver(downloadId, file, answer.ranges);
      return reply.status(handOver.status).headers(handOver.headers).send();
    }
    await send({ downloads, speeds }, opened, { request, reply });
    return reply;
  };
}

/** Returns a function that closes the file before it throws what prevents sending it. */
const closing =
  ({ stored }: OpenedDownload) =>
  async (error: unknown): Promise<never> => {
    await stored.close();
    throw error;
  };

/** Returns whether the request is only for ranges of a content that it names. */
function namesContent({ headers }: FastifyRequest): boolean {
  return 'if-range' in headers || 'if-match' in headers;
}

async function send(
  { downloads, speeds }: SendDeps,
  opened: OpenedDownload,
  { request, reply }: Pick<FileRequest, 'request' | 'reply'>,
): Promise<void> {
  const { downloadId, userId, file, stored, answer } = opened;
  const pace = await speeds.join('download', userId).catch(closing(opened));
  const transfer = downloadId ? downloads.beginTransfer(downloadId, opened) : undefined;
  let isAnswered = false;
  try {
    isAnswered = await sendStoredFile(request, reply, {
      answer,
      source: stored,
      headers: extraHeaders(file),
      logName: 'a download',
      pace,
      ...(transfer && { signal: transfer.signal, onSent: transfer.onSent }),
    });
    // An empty file is complete without a byte.
    if (isAnswered && file.fileSize === 0 && answer.ranges.length > 0) transfer?.onSent(0, 0);
  } finally {
    pace.leave();
    await transfer?.end(!isAnswered);
  }
}

// With `ACCEL`, nginx (X-Accel-Redirect) or the object store (a signed address) sends files instead of Cellar.
// docs/decisions/0003-file-sender.md says when.

/** A store checks a signed address when a request begins. An hour lets download managers resume with the same address. */
const signedSeconds = 3600;

/** Returns a function that returns the answer that makes another program send the file, or undefined if Cellar must send it. */
function createHandOver(downloads: DownloadsService, accel: AccelConfig | undefined) {
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

const contentTypes: Record<string, string> = {
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
  '.7z': 'application/x-7z-compressed',
  '.tar.gz': 'application/gzip',
};

/** The headers of a platform file or an extra, whether Cellar or another program sends it. */
function factsOf(file: TargetFile) {
  return {
    // The id identifies the content: another file for the platform gets a new row. Only files in library folders can change.
    etag: file.contentTag === null ? `"${file.id}"` : `"${file.id}-${file.contentTag}"`,
    lastModified: new Date(file.contentChangedAt ?? file.createdAt),
    contentType: contentTypes[file.extension] ?? 'application/octet-stream',
    disposition: attachmentNamed(file.fileName, file.id),
  };
}

function extraHeaders({ sha256 }: TargetFile) {
  return { 'cache-control': 'private, no-transform', ...(sha256 ? digestHeader(sha256) : {}) };
}
