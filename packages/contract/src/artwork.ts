// Pictures as an admin sends them in.
import { z } from 'zod';

/** What is kept of a picture: not the file that came, but the same picture encoded anew. */
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
