// Serves pictures, immutable.
import { notFound } from '#http/errors.ts';
import type { Router } from '#http/route.ts';
import type { ArtworkService } from './artwork.service.ts';

export function artworkRoutes(router: Router, artwork: ArtworkService): void {
  router.mount('artwork', async ({ params, reply }) => {
    const picture = await artwork.open(params.name);
    if (!picture) throw notFound('Picture');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', picture.size)
      .type('image/webp')
      .send(picture.stream());
  });
}
