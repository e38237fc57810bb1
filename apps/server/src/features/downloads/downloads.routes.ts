// The download endpoints: ticket, the file itself, what runs, cancel.
import type { OutgoingHttpHeaders } from 'node:http';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

export function downloadsRoutes(router: Router, downloads: DownloadsService): void {
  router.mount('createTicket', async ({ params, body, member }) =>
    downloads.createTicket(member.id, { gameId: params.id, platform: params.platform }, body.downloadId),
  );

  router.mount('download', async ({ params, query, member, request, reply }) => {
    const target = { gameId: params.id, platform: params.platform };
    const opened = member
      ? await downloads.openBySession(member.id, target, query.downloadId)
      : await downloads.openByTicket(query.ticket ?? '', target);
    await send(downloads, opened, request, reply);
    return reply;
  });

  router.mount('activeDownloads', async ({ member }) => ({
    downloads: await downloads.listActive(member.id),
  }));

  router.mount('cancelDownload', async ({ params, member }) => {
    await downloads.cancel(member.id, params.downloadId);
    return { message: 'Download cancelled' };
  });
}

/** Past Fastify, on Node's own response: its streams reach a fifth of this speed. */
async function send(
  downloads: DownloadsService,
  { download, file, fileName, stored }: OpenedDownload,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.hijack();
  const transfer = downloads.beginTransfer(download.id);
  const result = await sendFile({
    request: request.raw,
    response: reply.raw,
    source: stored,
    // The id stands for the content: another file for the platform is another row.
    etag: `"${file.id}"`,
    lastModified: new Date(file.createdAt),
    contentType: contentTypes[file.extension] ?? 'application/octet-stream',
    disposition: contentDisposition(fileName),
    headers: {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'cache-control': 'private, no-transform',
      ...(file.sha256
        ? { 'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` }
        : {}),
    },
    refusal: (status) => fileRefusal(status, request.id),
    signal: transfer.signal,
    onSent: transfer.onSent,
  }).finally(transfer.end);
  if (result.outcome === 'failed') request.log.error({ err: result.error }, 'a download broke off');
}
