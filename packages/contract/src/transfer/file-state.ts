// Where a platform file or extra is, and whether it can be downloaded at the moment.
import { z } from 'zod';
import { time } from '../text.ts';

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
