// The download endpoints: ticket, the file itself, what runs, cancel.
import type { OutgoingHttpHeaders } from 'node:http';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { GameFilesTable } from '#db/schema.ts';
import { planFileAnswer } from '#http/file-answer.ts';
import { fileRefusal } from '#http/file-refusal.ts';
import type { Router } from '#http/route.ts';
import { sendFile } from '#http/send-file.ts';
import type { DownloadsService, OpenedDownload } from './downloads.service.ts';

const contentTypes: Record<string, string> = {
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
  '.7z': 'application/x-7z-compressed',
  '.tar.gz': 'application/gzip',
};

type GameFileRow = Selectable<GameFilesTable>;

export function downloadsRoutes(router: Router, downloads: DownloadsService): void {
  router.mount('createTicket', async ({ params, body, member }) =>
    downloads.createTicket(member.id, { gameId: params.id, platform: params.platform }, body.downloadId),
  );

  router.mount('download', async ({ params, query, member, token = '', request, reply }) => {
    const target = { gameId: params.id, platform: params.platform };
    const takesBytes = (file: GameFileRow) => hasBytes(request, file);
    const opened = member
      ? await downloads.openBySession(target, {
          ...{ userId: member.id, token, clientId: query.downloadId, takesBytes },
        })
      : await downloads.openByTicket(query.ticket ?? '', target);
    await send(downloads, opened, request, reply);
    return reply;
  });

  router.mount('activeDownloads', async ({ member }) => ({
    downloads: await downloads.listActive(member.id),
  }));

  router.mount('cancelDownload', async ({ params, member }) => {
    await downloads.cancel(member, params.downloadId);
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

/** Whether its answer has bytes of the file in it: not for HEAD, nor for what the client has or may not have. */
function hasBytes({ raw }: FastifyRequest, file: GameFileRow): boolean {
  if (raw.method === 'HEAD') return false;
  const plan = planFileAnswer('GET', raw.headers, { ...factsOf(file, ''), size: file.fileSize });
  return plan.pieces.length > 0;
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
      'cache-control': 'private, no-transform',
      ...(file.sha256
        ? { 'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` }
        : {}),
    },
    refusal: (status) => fileRefusal(status, request.id),
    ...(transfer ? { signal: transfer.signal, onSent: transfer.onSent } : {}),
  }).finally(() => transfer?.end());
  if (result.outcome === 'failed') request.log.error({ err: result.error }, 'a download broke off');
}
