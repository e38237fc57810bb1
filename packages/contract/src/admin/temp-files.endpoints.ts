import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bytes, named, time } from '../text.ts';
import { uploadId } from '../transfer/uploads.endpoints.ts';

// The temporary files: parts of unfinished uploads, and leftovers.

/**
 * - `part`: an unfinished upload; each chunk is at its final offset.
 * - `chunk`: a chunk that was not moved to its final offset yet.
 * - `form`: a file that arrived before all fields of its form.
 * - `artwork`: a picture that is being written.
 * - `unknown`: not written by Cellar.
 */
const tempFileKinds = ['part', 'chunk', 'form', 'artwork', 'unknown'] as const;
export type TempFileKind = (typeof tempFileKinds)[number];

const tempFile = named('TempFile', {
  name: z.string(),
  /** Relative to DATA_DIR, or to the storage folder if that is outside DATA_DIR. Separated by `/`. */
  path: z.string(),
  size: bytes,
  created: time,
  modified: time,
  kind: z.enum(tempFileKinds),
  /** Seconds since the last write to the file or to its upload. */
  ageSeconds: z.int().nonnegative(),
  /** Written to within the last 24 hours. Clearing keeps such files by default. */
  isRecent: z.boolean(),
  /** The unfinished upload that the file belongs to, or null. */
  upload: z
    .object({
      uploadId,
      title: z.string(),
      platform: z.string(),
      /** The percentage of the chunks that are stored. */
      percent: z.int().min(0).max(100),
      touchedAt: time,
    })
    .nullable(),
});
export type TempFile = z.infer<typeof tempFile>;

const tempStatus = z.object({ files: z.array(tempFile), totalBytes: bytes });

const clearTempBody = z.object({
  /** Also removes files written within the last 24 hours, except those that are being written right now. */
  includeRecent: z.boolean().default(false),
});

const clearTempResponse = z.object({
  message: z.string(),
  /** Paths as in `temp-status`. */
  removed: z.array(z.string()),
  freedBytes: bytes,
  /** The number of unfinished uploads that were discarded together with their files. */
  discardedUploads: z.int(),
  spared: z.array(z.string()),
  /** Files that could not be removed. */
  failed: z.array(z.string()),
});
export type ClearTempResponse = z.infer<typeof clearTempResponse>;

export const tempFilesEndpoints = {
  getTempStatus: endpoint('GET', '/api/admin/temp-status', 'admin', {
    summary: 'The temporary files, each with the unfinished upload that it belongs to',
    response: tempStatus,
  }),
  clearTemp: endpoint('POST', '/api/admin/clear-temp', 'admin', {
    summary: 'Remove temporary files and the unfinished uploads that they belong to; keeps recent ones',
    body: clearTempBody,
    response: clearTempResponse,
  }),
};
