// Updates and extras of a game: updates, DLC, language packs, maps, manuals, soundtracks.
import { z } from 'zod';
import { bytes, id, time } from '../text.ts';
import { extraKinds } from './rules/extras.ts';

// Where a platform file or extra is, and whether it can be downloaded at the moment.

/**
 * Set if a virus scan has found a threat in the file, and no admin has allowed it: it can't be downloaded. `threat` is its name, for
 * admins only. Null for visitors.
 */
export const quarantine = z.object({ threat: z.string().nullable() }).nullable();
export type Quarantine = z.infer<typeof quarantine>;

export const fileState = {
  /** The file is in a library folder: deleting it here leaves it on the disk. */
  isInPlace: z.boolean(),
  /** Since when a file in a library folder is gone. Null if it is there, and for visitors. */
  missingSince: time.nullable(),
  /** How far the ZIP of a set or folder is prepared, in percent. Null if the file can be downloaded, and for visitors. */
  preparing: z.int().nullable(),
  /**
   * Why the ZIP can't be prepared until its files have changed: one of them can't be read, or can't be part of a ZIP because of its
   * name. Null if nothing prevents it, and for visitors.
   */
  problem: z.enum(['unreadable', 'bad_names']).nullable(),
  /** The number of files in the ZIP of a set or folder. Null for other files, and for visitors. */
  fileCount: z.int().nullable(),
  /** The number of links that lead out of the game's folder, which the ZIP does not contain. 0 for visitors. */
  leftOutLinks: z.int(),
  quarantine,
};

export interface FileState {
  isInPlace: boolean;
  missingSince: string | null;
  preparing: number | null;
  problem: 'unreadable' | 'bad_names' | null;
  fileCount: number | null;
  leftOutLinks: number;
  quarantine: Quarantine;
}

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
