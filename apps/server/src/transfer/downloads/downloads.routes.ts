// The download endpoints of platform files and extras: ticket, file, checksum file, the member's running downloads, cancel.
import type { Endpoints } from '@cellar/contract/endpoints.ts';
import type { GamesService } from '#games/games.service.ts';
import type { Member } from '#http/access.ts';
import type { Context, Router } from '#http/route.ts';
import { attachmentNamed } from '#http/send-file.ts';
import type { DownloadsService } from './downloads.service.ts';
import { createSending, type SendDeps } from './sending.ts';
import type { DownloadTarget } from './target-file.ts';

interface Options extends Omit<SendDeps, 'downloads'> {
  games: GamesService;
}

type FileRequest = Context<Endpoints['download' | 'downloadExtra']>;
type TicketRequest = Pick<Context<Endpoints['createTicket']>, 'body' | 'member' | 'token'>;
type DigestRequest = Pick<Context<Endpoints['downloadDigest']>, 'member' | 'reply'>;
type SingleFilesRequest = Pick<Context<Endpoints['listSingleFiles']>, 'member' | 'query'>;

export function downloadsRoutes(router: Router, downloads: DownloadsService, options: Options): void {
  const { games } = options;
  const send = createSending({ downloads, ...options });

  async function sendFile(target: DownloadTarget, request: FileRequest) {
    // A download with a ticket may finish.
    if (request.member) await games.refuseHidden(target.gameId, request.member);
    return send({ ...target, singleFileId: request.query.singleFile }, request);
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
  router.mount('download', (request) => sendFile(platformFileOf(request.params), request));
  router.mount('downloadExtra', (request) => sendFile(extraOf(request.params), request));
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

const platformFileOf = ({ id, platform }: { id: string; platform: string }): DownloadTarget => ({
  gameId: id,
  platform,
});

const extraOf = ({ id, extraId }: { id: string; extraId: string }): DownloadTarget => ({
  gameId: id,
  extraId,
});
