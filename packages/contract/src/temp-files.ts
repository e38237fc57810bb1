// What lies in the temp folders: bytes of unfinished uploads, and what was left behind.
import { z } from 'zod';
import { bytes, time } from './text.ts';
import { uploadId } from './uploads.ts';

/**
 * - `part`: the bytes of an unfinished upload, each chunk in its place.
 * - `chunk`: a chunk that waits for its place.
 * - `form`: a form kept aside until all its fields have come.
 * - `artwork`: a picture that is being written.
 * - `unknown`: nothing that Cellar has put there.
 */
export const tempFileKinds = ['part', 'chunk', 'form', 'artwork', 'unknown'] as const;
export type TempFileKind = (typeof tempFileKinds)[number];

export const tempFile = z
  .object({
    name: z.string(),
    /** Relative to DATA_DIR, or to the storage's own folder where that lies elsewhere; with `/` between its steps. */
    path: z.string(),
    size: bytes,
    created: time,
    modified: time,
    kind: z.enum(tempFileKinds),
    /** Since it, or the upload it belongs to, was last written to. */
    ageSeconds: z.int().nonnegative(),
    /** Touched within the last 24 hours: clearing spares it unless told otherwise. */
    isRecent: z.boolean(),
    /** The unfinished upload it belongs to; null where none does. */
    upload: z
      .object({
        uploadId,
        title: z.string(),
        platform: z.string(),
        /** Of its chunks, how many are stored. */
        percent: z.int().min(0).max(100),
        touchedAt: time,
      })
      .nullable(),
  })
  .meta({ id: 'TempFile' });
export type TempFile = z.infer<typeof tempFile>;

export const tempStatus = z.object({ files: z.array(tempFile), totalBytes: bytes });

export const clearTempBody = z.object({
  /** Also what was touched within the last 24 hours. Only what is being written right now is spared then. */
  includeRecent: z.boolean().default(false),
});

export const clearTempResponse = z.object({
  message: z.string(),
  /** Paths, as `temp-status` names them. */
  removed: z.array(z.string()),
  freedBytes: bytes,
  /** Unfinished uploads that went with their bytes. */
  discardedUploads: z.int(),
  spared: z.array(z.string()),
  /** Was to go, and is still there. */
  failed: z.array(z.string()),
});
export type ClearTempResponse = z.infer<typeof clearTempResponse>;
