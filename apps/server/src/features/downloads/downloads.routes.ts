// The download endpoints of platform files and extras: ticket, file, checksum file, the member's running downloads, cancel. With `ACCEL`, nginx
// (X-Accel-Redirect) or the object store (a signed address) sends the files; docs/decisions/0012-files-by-the-proxy.md says when.
import type { Endpoints } from '@cellar/contract/endpoints.ts';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GamesService } from '#features/games/games.service.ts';
import type { Member } from '#http/access.ts';
import { planFileAnswer } from '#http/file-answer.ts';
import type { Context, Router } from '#http/route.ts';
import { digestHeader, sendStoredFile } from '#http/send-stored-file.ts';
import type { AccelConfig } from '#src/config.ts';
import type { DownloadsService } from './downloads.service.ts';
import type { OpenedDownload } from './open-download.ts';
import type { SentRanges } from './sent-ranges.ts';
import type { DownloadTarget, TargetFile } from './target-file.ts';

const contentTypes: Record<string, string> = {
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
  '.7z': 'application/x-7z-compressed',
  '.tar.gz': 'application/gzip',
};

interface Options {
  games: GamesService;
  accel?: AccelConfig | undefined;
}

/** The parts of a request for a file. */
type FileRequest = Pick<Context<Endpoints['download']>, 'query' | 'member' | 'token' | 'request' | 'reply'>;
type TicketRequest = Pick<Context<Endpoints['createTicket']>, 'body' | 'member' | 'token'>;
type DigestRequest = Pick<Context<Endpoints['downloadDigest']>, 'member' | 'reply'>;
type SingleFilesRequest = Pick<Context<Endpoints['listSingleFiles']>, 'member' | 'query'>;

/** A store checks a signed address when a request begins. An hour lets download managers resume with the same address. */
const signedSeconds = 3600;

export function downloadsRoutes(router: Router, downloads: DownloadsService, options: Options): void {
  const { games, accel } = options;

  /** Returns the answer that makes another program send the file, or undefined if Cellar must send it. */
  async function findHandOver(opened: OpenedDownload, request: FastifyRequest) {
    const { file, downloadId } = opened;
    if (downloadId === undefined) return undefined;
    const isPossible = accel?.kind === 'nginx' ? canNginxSend(request) : canStoreSend(request, opened);
    if (!accel || !isPossible || !canReach(accel, file)) return undefined;
    const { contentType, disposition } = factsOf(file);
    const target = await downloads.findHandOver(file, { contentType, disposition, seconds: signedSeconds });
    const address = accel.kind === 'nginx' && target && addressOf(accel, target);
    if (address) return { status: 200, headers: accelHeaders(file, address) };
    if (accel.kind === 'redirect' && target?.kind === 'redirect') {
      return { status: 302, headers: { location: target.url, 'cache-control': 'no-store' } };
    }
    return undefined;
  }

  async function sendFile(whole: DownloadTarget, { query, member, token = '', request, reply }: FileRequest) {
    // A download with a ticket may finish.
    if (member) await games.refuseHidden(whole.gameId, member);
    const target = { ...whole, singleFileId: query.singleFile };
    const requestedRanges = (file: TargetFile) => requestedRangesOf(request, file);
    const wanted = { requestedRanges, namesContent: namesContent(request) };
    const opened = member
      ? await downloads.openBySession(target, {
          ...wanted,
          userId: member.id,
          token,
          clientId: query.downloadId,
        })
      : await downloads.openByTicket(query.ticket ?? '', target, wanted);
    const ranges = requestedRanges(opened.file);
    const handOver = ranges.length > 0 && (await findHandOver(opened, request).catch(closing(opened)));
    if (opened.downloadId && handOver) {
      await opened.stored.close();
      await downloads.handOver(opened.downloadId, opened.file, ranges);
      return reply.status(handOver.status).headers(handOver.headers).send();
    }
    await send(downloads, opened, { ranges, request, reply });
    return reply;
  }

  async function sendDigest(target: DownloadTarget, { member, reply }: DigestRequest) {
    await games.refuseHidden(target.gameId, member);
    const { name, text } = await downloads.checksumFile(target);
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', contentDisposition(name))
      .header('cache-control', 'no-store')
      .send(text);
  }

  async function createTicket(whole: DownloadTarget, { body, member, token }: TicketRequest) {
    await games.refuseHidden(whole.gameId, member);
    const target = { ...whole, singleFileId: body.singleFile };
    return downloads.createTicket({ userId: member.id, session: token }, target, body.downloadId);
  }

  router.mount('createTicket', (request) => createTicket(platformFileOf(request.params), request));
  router.mount('createExtraTicket', (request) => createTicket(extraOf(request.params), request));
  router.mount('download', async (request) => sendFile(platformFileOf(request.params), request));
  router.mount('downloadExtra', async (request) => sendFile(extraOf(request.params), request));
  router.mount('downloadDigest', (request) => sendDigest(platformFileOf(request.params), request));
  router.mount('extraDigest', (request) => sendDigest(extraOf(request.params), request));

  async function findPieces(target: DownloadTarget, member: Member) {
    await games.refuseHidden(target.gameId, member);
    return downloads.findPieces(target);
  }

  router.mount('downloadPieces', ({ params, member }) => findPieces(platformFileOf(params), member));
  router.mount('extraPieces', ({ params, member }) => findPieces(extraOf(params), member));

  async function listSingleFiles(target: DownloadTarget, { member, query }: SingleFilesRequest) {
    await games.refuseHidden(target.gameId, member);
    return downloads.listSingleFiles(target, query);
  }

  router.mount('listSingleFiles', (request) => listSingleFiles(platformFileOf(request.params), request));
  router.mount('listSingleFilesOfExtra', (request) => listSingleFiles(extraOf(request.params), request));

  router.mount('activeDownloads', async ({ member }) => ({
    downloads: await downloads.listActive(member.id),
  }));

  router.mount('cancelDownload', async ({ params, body, member }) => {
    if (body.reason === 'never_began') await downloads.giveUp(member.id, params.downloadId);
    else await downloads.cancel(member, params.downloadId);
    return { message: 'Download cancelled' };
  });
}

/** Returns a function that closes the file before it throws what prevents sending it. */
const closing =
  ({ stored }: OpenedDownload) =>
  async (error: unknown): Promise<never> => {
    await stored.close();
    throw error;
  };

const platformFileOf = ({ id, platform }: { id: string; platform: string }): DownloadTarget => ({
  gameId: id,
  platform,
});

const extraOf = ({ id, extraId }: { id: string; extraId: string }): DownloadTarget => ({
  gameId: id,
  extraId,
});

function factsOf(file: TargetFile) {
  return {
    // The id identifies the content: another file for the platform gets a new row. Only files in library folders can change.
    etag: file.contentTag === null ? `"${file.id}"` : `"${file.id}-${file.contentTag}"`,
    lastModified: new Date(file.contentChangedAt ?? file.createdAt),
    contentType: contentTypes[file.extension] ?? 'application/octet-stream',
    disposition: contentDisposition(file.fileName),
  };
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

/** Returns the ranges of the file that the response contains: none for HEAD, 304, 412 and 416, an empty one for an empty file. */
function requestedRangesOf({ raw }: FastifyRequest, file: TargetFile): SentRanges {
  if (raw.method === 'HEAD') return [];
  const plan = planFileAnswer('GET', raw.headers, { ...factsOf(file), size: file.fileSize });
  if (plan.status === 200) return [[0, file.fileSize]];
  return plan.pieces.flatMap((piece) => ('start' in piece ? [[piece.start, piece.end + 1]] : []));
}

/** Returns whether the request is only for ranges of a content that it names. */
function namesContent({ headers }: FastifyRequest): boolean {
  return 'if-range' in headers || 'if-match' in headers;
}

function extraHeaders({ sha256 }: TargetFile) {
  return { 'cache-control': 'private, no-transform', ...(sha256 ? digestHeader(sha256) : {}) };
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
function canStoreSend({ headers }: FastifyRequest, { file, session }: OpenedDownload): boolean {
  if (session !== undefined) return false;
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

async function send(
  downloads: DownloadsService,
  { downloadId, session, file, stored }: OpenedDownload,
  { ranges, request, reply }: { ranges: SentRanges; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const transfer = downloadId ? downloads.beginTransfer(downloadId, file, session) : undefined;
  const isAnswered = await sendStoredFile(request, reply, {
    ...factsOf(file),
    source: stored,
    headers: extraHeaders(file),
    logName: 'a download',
    ...(transfer && { signal: transfer.signal, onSent: transfer.onSent }),
  });
  // An empty file is complete without a byte.
  if (isAnswered && file.fileSize === 0 && ranges.length > 0) transfer?.onSent(0, 0);
  await transfer?.end(!isAnswered);
}
