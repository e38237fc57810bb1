// Updates and extras of a game: updates, DLC, language packs, maps, manuals, soundtracks.
import { z } from 'zod';
import { bytes, id, time } from '../text.ts';
import { fileState } from './file-state.ts';
import { extraKinds } from './rules/extras.ts';

export const extraFacts = z.object({
  kind: z.enum(extraKinds),
  name: z.string(),
  /** Empty if unknown, like the note. */
  version: z.string(),
  /** Null if the extra is for every platform. */
  platform: z.string().nullable(),
  note: z.string(),
});

export type ExtraFacts = z.infer<typeof extraFacts>;

export const extra = extraFacts
  .extend({
    _id: z.string(),
    /** The name under which the file is downloaded. */
    fileName: z.string(),
    fileSize: bytes,
    /** Lower-case hex. Null until the background job has computed it. */
    sha256: z.string().nullable(),
    createdAt: time,
    ...fileState,
  })
  .meta({ id: 'Extra' });

export type Extra = z.infer<typeof extra>;

export const extraParams = z.object({ id, extraId: id });
