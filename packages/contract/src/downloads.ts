// Downloads: the ticket, and the progress the server counts.
import { z } from 'zod';
import { platform } from './rules/platforms.ts';
import { bytes, id, time } from './text.ts';

/** The client's own name for one download; ranges and retries under it are one activity. */
export const downloadId = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9_.:() +-]{0,159}$/,
    'must be 1 to 160 letters, digits, spaces or _ . : ( ) + -',
  );

export const downloadParams = z.object({ id, platform });

export const ticketBody = z.object({ downloadId });

/** The right to fetch one file, bound to member, game, platform and download. */
export const ticket = z
  .object({
    /** Path and query of the file, to be opened as it is; it holds the secret. */
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

export const activeDownload = z
  .object({
    downloadId: z.string(),
    gameId: z.string().nullable(),
    title: z.string(),
    platform: z.string(),
    fileSize: bytes,
    /** Different bytes of the file that have gone out; never counts one twice. */
    bytesSent: bytes,
    status: downloadStatus,
    /** A connection is open at this moment. */
    isSending: z.boolean(),
    /** Its last connection broke before the first byte had gone out. */
    hasBroken: z.boolean(),
    /** It was stopped, by its member on any device or by an admin. */
    isCancelled: z.boolean(),
    /** A proxy sends it, or a part of it: of that nothing is counted, and how far it is nobody here can tell. */
    isHandedOver: z.boolean(),
    startedAt: time,
    lastByteAt: time.nullable(),
  })
  .meta({ id: 'ActiveDownload' });

export type ActiveDownload = z.infer<typeof activeDownload>;

/** Downloads of the caller that run, ended within the last minute, or were handed over within the last two. */
export const activeDownloads = z.object({ downloads: z.array(activeDownload) });

export const downloadIdParams = z.object({ downloadId });

/** Why a download is stopped: a member's choice, or a page that waited for its first byte in vain. */
export const cancelDownloadBody = z.object({
  reason: z.enum(['cancelled', 'never_began']).default('cancelled'),
});
