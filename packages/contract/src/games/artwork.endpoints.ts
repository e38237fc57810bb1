import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { artworkKept } from './artwork.ts';
import { artworkName } from './rules/artwork.ts';

export const artworkEndpoints = {
  keepArtwork: endpoint({
    method: 'POST',
    path: '/api/artwork',
    access: 'admin',
    summary: 'Upload a picture (JPEG, PNG, WebP, AVIF or GIF); it is re-encoded and stored without metadata',
    multipart: { fields: z.object({}), file: 'image' },
    response: artworkKept,
    status: 201,
  }),
  artwork: endpoint({
    method: 'GET',
    path: '/api/artwork/:name',
    access: 'public',
    summary: 'A stored picture; its name is the digest of its content, so it never changes',
    params: z.object({ name: z.string().regex(artworkName, 'is not the name of a picture') }),
    produces: 'image/webp',
  }),
};
