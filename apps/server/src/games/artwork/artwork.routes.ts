// The endpoints for uploading and serving pictures. Pictures are always WebP and never change.
import type { IncomingMessage } from 'node:http';
import { AppError, notFound } from '#http/errors.ts';
import { planFileAnswer } from '#http/file-answer.ts';
import { readMultipart } from '#http/request-bodies.ts';
import type { Router } from '#http/route.ts';
import { type StoredFileAnswer, sendStoredFile } from '#http/send-file.ts';
import type { StoredFile } from '#platform/storage/storage.ts';
import type { ArtworkService } from './artwork.service.ts';
import { readPicture } from './artwork-store.ts';

export function artworkRoutes(router: Router, artwork: ArtworkService): void {
  router.mount('keepArtwork', async ({ request, readmit }) => {
    // The whole form is read before anything is stored, so that an interrupted or refused form leaves nothing behind.
    const { file } = await readMultipart(request.raw, {
      fileField: 'image',
      readmit,
      onFile: ({ stream }) => readPicture(stream),
    });
    if (!file) throw new AppError('malformed_request', 'image: is required');
    return artwork.accept(file);
  });

  router.mount('artwork', async ({ params, request, reply }) => {
    const picture = await artwork.open(params.name);
    if (!picture) throw notFound('Picture');
    await sendStoredFile(request, reply, pictureAnswer(request.raw, params.name, picture));
    return reply;
  });
}

function pictureAnswer(request: IncomingMessage, name: string, picture: StoredFile): StoredFileAnswer {
  return {
    source: picture,
    answer: planFileAnswer(request, {
      // The name is the digest of the full-size picture. A better encoder may produce a smaller size again, with other bytes.
      etag: `"${name}-${picture.size}"`,
      lastModified: picture.modifiedAt,
      contentType: 'image/webp',
      disposition: 'inline',
      size: picture.size,
    }),
    headers: { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' },
    logName: 'a picture',
  };
}
