// Takes pictures in, and serves them: immutable, WebP and nothing else.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '#http/errors.ts';
import { fileRefusal } from '#http/file-refusal.ts';
import { readMultipart } from '#http/multipart.ts';
import type { Router } from '#http/route.ts';
import { sendFile } from '#http/send-file.ts';
import type { ArtworkService } from './artwork.service.ts';
import type { OpenedPicture } from './artwork-files.ts';
import { readPicture } from './picture-bytes.ts';

export function artworkRoutes(router: Router, artwork: ArtworkService): void {
  router.mount('keepArtwork', async ({ request }) => {
    // The form comes whole before anything is kept: one that is cut or refused leaves nothing behind.
    const { file } = await readMultipart(request.raw, {
      fileField: 'image',
      onFile: ({ stream }) => readPicture(stream),
    });
    if (!file) throw new AppError('malformed_request', 'image: is required');
    return artwork.accept(file);
  });

  router.mount('artwork', async ({ params, request, reply }) => {
    const picture = await artwork.open(params.name);
    if (!picture) throw notFound('Picture');
    await send(params.name, picture, request, reply);
    return reply;
  });
}

async function send(name: string, picture: OpenedPicture, request: FastifyRequest, reply: FastifyReply) {
  reply.hijack();
  const result = await sendFile({
    request: request.raw,
    response: reply.raw,
    source: picture,
    // The digest is of the whole picture; a smaller one may be made anew by a better encoder.
    etag: `"${name}-${picture.size}"`,
    lastModified: picture.modifiedAt,
    contentType: 'image/webp',
    disposition: 'inline',
    headers: {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
    refusal: (status) => fileRefusal(status, request.id),
  });
  if (result.outcome === 'failed') request.log.error({ err: result.error }, 'a picture broke off');
}
