import { z } from 'zod';

/** An uploaded picture as it is stored: re-encoded as WebP, without its metadata. */
export const artworkKept = z.object({
  name: z.string(),
  url: z.string(),
  /** Pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** Base64 of a ThumbHash. */
  thumbhash: z.string(),
});

export type ArtworkKept = z.infer<typeof artworkKept>;
