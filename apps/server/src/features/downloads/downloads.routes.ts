// The download endpoints: ticket, the file itself, what runs, cancel.
import type { OutgoingHttpHeaders } from 'node:http';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { GameFilesTable } from '#features/files/files.table.ts';
import { canHandOver, internalAddress } from '#http/accel.ts';
import { planFileAnswer } from '#http/file-answer.ts';
import { fileRefusal } from '#http/file-refusal.ts';
import type { Router } from '#http/route.ts';
import { sendFile } from '#http/send-file.ts';
import type { DownloadsService, OpenedDownload } from './downloads.service.ts';
import type { SentRanges } from './sent-ranges.ts';

const contentTypes: Record<string, string> = {
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
  '.7z': 'application/x-7z-compressed',
  '.tar.gz': 'application/gzip',
};

type GameFileRow = Selectable<GameFilesTable>;

interface Way {
  /** Where nginx has the stored files, if it sends them. */
  accelPrefix?: string | undefined;
}

export function downloadsRoutes(router: Router, downloads: DownloadsService, { accelPrefix }: Way): void {
  router.mount('createTicket', async ({ params, body, member, token }) => {
    const target = { gameId: params.id, platform: params.platform };
    return downloads.createTicket({ userId: member.id, session: token }, target, body.downloadId);
  });

  router.mount('download', async ({ params, query, member, token = '', request, reply }) => {
    const target = { gameId: params.id, platform: params.platform };
    const asked = (file: GameFileRow) => askedBytes(request, file);
    const opened = member
      ? await downloads.openBySession(target, {
          ...{ userId: member.id, token, clientId: query.downloadId, asked },
        })
      : await downloads.openByTicket(query.ticket ?? '', target);
    const { downloadId, file } = opened;
    if (accelPrefix && downloadId && asked(file).length > 0 && canHandOver(request)) {
      await opened.stored.close();
      await downloads.handOver(downloadId, asked(file));
      return reply.headers(handOverHeaders(opened, accelPrefix)).send();
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
    const { name, text } = await downloads.digestFile({ gameId: params.id, platform: params.platform });
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', contentDisposition(name))
      .header('cache-control', 'no-store')
      .send(text);
  });
}

function factsOf(file: GameFileRow, fileName: string) {
  return {
    // The id stands for the content: another file for the platform is another row.
    etag: `"${file.id}"`,
    lastModified: new Date(file.createdAt),
    contentType: contentTypes[file.extension] ?? 'application/octet-stream',
    disposition: contentDisposition(fileName),
  };
}

/** The bytes of the file that its answer has in it: none for HEAD, nor for what the client has or may not have. */
function askedBytes({ raw }: FastifyRequest, file: GameFileRow): SentRanges {
  if (raw.method === 'HEAD') return [];
  const plan = planFileAnswer('GET', raw.headers, { ...factsOf(file, ''), size: file.fileSize });
  return plan.pieces.flatMap((piece) => ('start' in piece ? [[piece.start, piece.end + 1]] : []));
}

function extraHeaders({ sha256 }: GameFileRow) {
  return {
    'cache-control': 'private, no-transform',
    ...(sha256 ? { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` } : {}),
  };
}

/** Of these nginx keeps type, name and caching by itself; the rest where its configuration says so. It adds length and ranges. */
function handOverHeaders({ file, fileName, stored }: OpenedDownload, prefix: string) {
  const { etag, lastModified, contentType, disposition } = factsOf(file, fileName);
  return {
    ...extraHeaders(file),
    ...{ etag, 'last-modified': lastModified.toUTCString() },
    ...{ 'content-type': contentType, 'content-disposition': disposition },
    'x-accel-redirect': internalAddress(prefix, stored.path),
  };
}

/** Past Fastify, on Node's own response: its streams reach a fifth of this speed. */
async function send(
  downloads: DownloadsService,
  { downloadId, session, file, fileName, stored }: OpenedDownload,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.hijack();
  const transfer = downloadId ? downloads.beginTransfer(downloadId, session) : undefined;
  const result = await sendFile({
    request: request.raw,
    response: reply.raw,
    source: stored,
    ...factsOf(file, fileName),
    headers: {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      ...extraHeaders(file),
    },
    refusal: (status) => fileRefusal(status, request.id),
    ...(transfer ? { signal: transfer.signal, onSent: transfer.onSent } : {}),
  });
  await transfer?.end(result.outcome !== 'sent');
  if (result.outcome === 'failed') request.log.error({ err: result.error }, 'a download broke off');
}
