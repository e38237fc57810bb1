import { z } from 'zod';

/** An uploaded picture as stored: re-encoded as WebP, without metadata. */
export const artworkKept = z.object({
  name: z.string(),
  url: z.string(),
  /** Pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** A ThumbHash in base64. */
  thumbhash: z.string(),
});

export type ArtworkKept = z.infer<typeof artworkKept>;
