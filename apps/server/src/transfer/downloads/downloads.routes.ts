// The download endpoints of platform files and extras: ticket, file, checksum file, the member's running downloads, cancel.
import type { Endpoints } from '@cellar/contract/endpoints.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GamesService } from '#games/games.service.ts';
import type { Member } from '#http/access.ts';
import { attachmentNamed } from '#http/disposition.ts';
import { answeredRanges } from '#http/file-answer.ts';
import type { Context, Router } from '#http/route.ts';
import { sendStoredFile } from '#http/send-stored-file.ts';
import type { AccelConfig } from '#start/config.ts';
import type { SpeedsService } from '../limits/speeds.service.ts';
import type { DownloadsService } from './downloads.service.ts';
import { extraHeaders, factsOf } from './file-facts.ts';
import { createHandOver } from './hand-over.ts';
import type { OpenedDownload } from './open-download.ts';
import type { SentRanges } from './sent-ranges.ts';
import type { DownloadTarget, TargetFile } from './target-file.ts';

interface Options {
  games: GamesService;
  speeds: SpeedsService;
  accel?: AccelConfig | undefined;
}

/** The parts of a request for a file. */
type FileRequest = Pick<Context<Endpoints['download']>, 'query' | 'member' | 'token' | 'request' | 'reply'>;
type TicketRequest = Pick<Context<Endpoints['createTicket']>, 'body' | 'member' | 'token'>;
type DigestRequest = Pick<Context<Endpoints['downloadDigest']>, 'member' | 'reply'>;
type SingleFilesRequest = Pick<Context<Endpoints['listSingleFiles']>, 'member' | 'query'>;

export function downloadsRoutes(router: Router, downloads: DownloadsService, options: Options): void {
  const { games, accel, speeds } = options;
  const findHandOver = createHandOver(downloads, accel);

  async function sendFile(whole: DownloadTarget, { query, member, token = '', request, reply }: FileRequest) {
    // A download with a ticket may finish.
    if (member) await games.refuseHidden(whole.gameId, member);
    const target = { ...whole, singleFileId: query.singleFile };
    const { method = 'GET', headers } = request.raw;
    const requestedRanges = (file: TargetFile) =>
      answeredRanges(method, headers, { ...factsOf(file), size: file.fileSize });
    const wanted = {
      requestedRanges,
      namesContent: namesContent(request),
      countConnection: (userId: string, clientId: string) =>
        downloads.countConnection(reply.raw, userId, clientId),
    };
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
    await send({ downloads, speeds }, opened, { ranges, request, reply });
    return reply;
  }

  async function sendDigest(target: DownloadTarget, { member, reply }: DigestRequest) {
    await games.refuseHidden(target.gameId, member);
    const { name, text } = await downloads.checksumFile(target);
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', attachmentNamed(name, target.gameId))
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

/** Returns whether the request is only for ranges of a content that it names. */
function namesContent({ headers }: FastifyRequest): boolean {
  return 'if-range' in headers || 'if-match' in headers;
}

async function send(
  { downloads, speeds }: { downloads: DownloadsService; speeds: SpeedsService },
  opened: OpenedDownload,
  { ranges, request, reply }: { ranges: SentRanges; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { downloadId, userId, file, stored } = opened;
  const pace = await speeds.join('download', userId).catch(closing(opened));
  const transfer = downloadId ? downloads.beginTransfer(downloadId, opened) : undefined;
  let isAnswered = false;
  try {
    isAnswered = await sendStoredFile(request, reply, {
      ...factsOf(file),
      source: stored,
      headers: extraHeaders(file),
      logName: 'a download',
      pace,
      ...(transfer && { signal: transfer.signal, onSent: transfer.onSent }),
    });
    // An empty file is complete without a byte.
    if (isAnswered && file.fileSize === 0 && ranges.length > 0) transfer?.onSent(0, 0);
  } finally {
    pace.leave();
    await transfer?.end(!isAnswered);
  }
}
