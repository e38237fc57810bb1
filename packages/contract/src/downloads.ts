// Download tickets, and the progress that the server counts.
import { z } from 'zod';
import { platform } from './rules/platforms.ts';
import { bytes, id, time } from './text.ts';

/** An id that the client chooses for a download. Ranges and retries with the same id count as one download. */
export const downloadId = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9_.:() +-]{0,159}$/,
    'must be 1 to 160 letters, digits, spaces or _ . : ( ) + -',
  );

export const downloadParams = z.object({ id, platform });

export const ticketBody = z.object({ downloadId });

/** Permits the download of one file. Bound to the member, the file and the `downloadId`. */
export const ticket = z
  .object({
    /** The path and query of the download, including the secret. */
    url: z.string(),
    fileName: z.string(),
    fileSize: bytes,
    sha256: z.string().nullable(),
    downloadId: z.string(),
    expiresAt: time,
  })
  .meta({ id: 'Ticket' });

export type Ticket = z.infer<typeof ticket>;

export const downloadQuery = z.object({
  downloadId: downloadId.optional(),
  ticket: z.string().max(128).optional(),
});

export const downloadStatus = z.enum(['in_progress', 'completed', 'failed']);

/** The extra of a download, as it was called when the download began. */
export const downloadedExtra = z.object({
  /** Null once the extra is deleted. */
  id: z.string().nullable(),
  /** Name and version, for example `Patch 1.2`. */
  name: z.string(),
});

export const activeDownload = z
  .object({
    downloadId: z.string(),
    gameId: z.string().nullable(),
    title: z.string(),
    /** Empty for an extra for every platform. */
    platform: z.string(),
    /** Null for a platform file. */
    extra: downloadedExtra.nullable(),
    fileSize: bytes,
    /** Bytes of the file that were sent, each counted once. */
    bytesSent: bytes,
    status: downloadStatus,
    /** A connection is open. */
    isSending: z.boolean(),
    /** The last connection broke before the first byte was sent. */
    hasBroken: z.boolean(),
    /** The member (on any device) or an admin canceled the download. */
    isCancelled: z.boolean(),
    /** A proxy sends at least a part of the file. The server cannot count the proxy's bytes. */
    isHandedOver: z.boolean(),
    startedAt: time,
    lastByteAt: time.nullable(),
  })
  .meta({ id: 'ActiveDownload' });

export type ActiveDownload = z.infer<typeof activeDownload>;

/** The caller's downloads that are running, ended within the last minute, or were handed to a proxy within the last two minutes. */
export const activeDownloads = z.object({ downloads: z.array(activeDownload) });

export const downloadIdParams = z.object({ downloadId });

/** `never_began`: the page canceled the download because it received no byte. */
export const cancelDownloadBody = z.object({
  reason: z.enum(['cancelled', 'never_began']).default('cancelled'),
});
