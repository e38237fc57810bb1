// The download endpoints: ticket, file, checksum file, the member's running downloads, cancel. With `ACCEL`, nginx sends the files
// (X-Accel-Redirect); docs/decisions/0012-files-by-the-proxy.md says when and how.
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { planFileAnswer } from '#http/file-answer.ts';
import type { Router } from '#http/route.ts';
import { digestHeader, sendStoredFile } from '#http/send-stored-file.ts';
import type { GameFileRow } from './begin-download.ts';
import type { DownloadsService } from './downloads.service.ts';
import type { OpenedDownload } from './open-download.ts';
import type { SentRanges } from './sent-ranges.ts';

const contentTypes: Record<string, string> = {
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
  '.7z': 'application/x-7z-compressed',
  '.tar.gz': 'application/gzip',
};

interface Options {
  /** The internal location at which nginx serves the stored files, if nginx sends them. */
  accelPrefix?: string | undefined;
}

export function downloadsRoutes(router: Router, downloads: DownloadsService, { accelPrefix }: Options): void {
  /** Returns the headers that make nginx send the file, or undefined if nginx cannot. */
  async function findHandOver({ file, fileName }: OpenedDownload, request: FastifyRequest) {
    if (!accelPrefix || !canHandOver(request)) return undefined;
    const { contentType, disposition } = factsOf(file, fileName);
    const target = await downloads.findHandOver(file, { contentType, disposition, seconds: 0 });
    return target?.kind === 'path'
      ? handOverHeaders(file, fileName, `${accelPrefix}/${target.path}`)
      : undefined;
  }

  router.mount('createTicket', async ({ params, body, member, token }) => {
    const target = { gameId: params.id, platform: params.platform };
    return downloads.createTicket({ userId: member.id, session: token }, target, body.downloadId);
  });

  router.mount('download', async ({ params, query, member, token = '', request, reply }) => {
    const target = { gameId: params.id, platform: params.platform };
    const requestedRanges = (file: GameFileRow) => requestedRangesOf(request, file);
    const opened = member
      ? await downloads.openBySession(target, {
          userId: member.id,
          token,
          clientId: query.downloadId,
          requestedRanges,
        })
      : await downloads.openByTicket(query.ticket ?? '', target);
    const ranges = requestedRanges(opened.file);
    const handOver = opened.downloadId && ranges.length > 0 && (await findHandOver(opened, request));
    if (opened.downloadId && handOver) {
      await opened.stored.close();
      await downloads.handOver(opened.downloadId, ranges);
      return reply.headers(handOver).send();
    }
    await send(downloads, opened, request, reply);
    return reply;
  });

  router.mount('activeDownloads', async ({ member }) => ({
    downloads: await downloads.listActive(member.id),
  }));

  router.mount('cancelDownload', async ({ params, body, member }) => {
    if (body.reason === 'never_began') await downloads.giveUp(member.id, params.downloadId);
    else await downloads.cancel(member, params.downloadId);
    return { message: 'Download cancelled' };
  });

  router.mount('downloadDigest', async ({ params, reply }) => {
    const { name, text } = await downloads.checksumFile({ gameId: params.id, platform: params.platform });
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', contentDisposition(name))
      .header('cache-control', 'no-store')
      .send(text);
  });
}

function factsOf(file: GameFileRow, fileName: string) {
  return {
    // The id identifies the content: another file for the platform gets a new row.
    etag: `"${file.id}"`,
    lastModified: new Date(file.createdAt),
    contentType: contentTypes[file.extension] ?? 'application/octet-stream',
    disposition: contentDisposition(fileName),
  };
}

/** Returns the ranges of the file that the response contains: none for HEAD, 304, 412 and 416. */
function requestedRangesOf({ raw }: FastifyRequest, file: GameFileRow): SentRanges {
  if (raw.method === 'HEAD') return [];
  const plan = planFileAnswer('GET', raw.headers, { ...factsOf(file, ''), size: file.fileSize });
  return plan.pieces.flatMap((piece) => ('start' in piece ? [[piece.start, piece.end + 1]] : []));
}

function extraHeaders({ sha256 }: GameFileRow) {
  return { 'cache-control': 'private, no-transform', ...(sha256 ? digestHeader(sha256) : {}) };
}

/** The server sends the file itself if the request has these headers, because nginx would compare them with its own ETag and date. */
const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/**
 * Returns true if the request came through a proxy that TRUST_PROXY names, and this proxy announces support. Any other client
 * would receive an internal address instead of the file.
 */
function canHandOver({ headers, ips = [] }: FastifyRequest): boolean {
  // Fastify lists more than the address of the direct peer only if it trusts this peer.
  const isThroughProxy = ips.length > 1;
  const isAnnounced = String(headers['x-sendfile-type']).toLowerCase() === 'x-accel-redirect';
  return isThroughProxy && isAnnounced && !conditions.some((name) => name in headers);
}

/**
 * nginx always passes on the type, name and caching headers, and the others if it is configured to. It adds length and ranges.
 * It decodes the address.
 */
function handOverHeaders(file: GameFileRow, fileName: string, address: string) {
  const { etag, lastModified, contentType, disposition } = factsOf(file, fileName);
  return {
    ...extraHeaders(file),
    etag,
    'last-modified': lastModified.toUTCString(),
    'content-type': contentType,
    'content-disposition': disposition,
    'x-accel-redirect': encodeURI(address),
  };
}

async function send(
  downloads: DownloadsService,
  { downloadId, session, file, fileName, stored }: OpenedDownload,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const transfer = downloadId ? downloads.beginTransfer(downloadId, session) : undefined;
  const isAnswered = await sendStoredFile(request, reply, {
    ...factsOf(file, fileName),
    source: stored,
    headers: extraHeaders(file),
    logName: 'a download',
    ...(transfer && { signal: transfer.signal, onSent: transfer.onSent }),
  });
  await transfer?.end(!isAnswered);
}
