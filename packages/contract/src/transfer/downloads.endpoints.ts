import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { platform } from '../games/rules/platforms.ts';
import { bytes, done, id, named, optionalLine, time } from '../text.ts';

// Download tickets, and the progress that the server counts.

/** An id that the client chooses for a download. Ranges and retries with the same id count as one download. */
export const downloadId = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9_.:() +-]{0,159}$/,
    'must be 1 to 160 letters, digits, spaces or _ . : ( ) + -',
  );

const downloadParams = z.object({ id, platform });

/** The id of a single file, derived from its path in the set or folder. */
const singleFileId = id;

export const ticketBody = z.object({
  downloadId,
  /** For one file of a set or folder instead of the whole ZIP. */
  singleFile: singleFileId.optional(),
});

/** Permits the download of one file. Bound to the member, the file and the `downloadId`. */
export const ticket = named('Ticket', {
  /** The path and query of the download, including the secret. */
  url: z.string(),
  fileName: z.string(),
  fileSize: bytes,
  sha256: z.string().nullable(),
  downloadId: z.string(),
  expiresAt: time,
});

export type Ticket = z.infer<typeof ticket>;

export const downloadQuery = z.object({
  downloadId: downloadId.optional(),
  ticket: z.string().max(128).optional(),
  /** As in the ticket's request. */
  singleFile: singleFileId.optional(),
});

/** A file of a set or folder in a library folder, which can be downloaded without the others. */
const singleFile = named('SingleFile', {
  _id: singleFileId,
  /** Relative to the set or folder, separated by `/`. */
  path: z.string(),
  fileSize: bytes,
  /** Lower-case hex. Null until the background job has computed it. */
  sha256: z.string().nullable(),
});

export type SingleFile = z.infer<typeof singleFile>;

export const singleFilesQuery = z.object({
  /** The position of the first file: 0, or `next` of the previous page. */
  from: z.coerce.number().int().min(0).max(0x7fff_ffff).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(100),
  /** A part of the path. Ignores case and diacritics. */
  search: optionalLine(200).default(''),
});

/** In the order of their paths. Empty for a file that is not the ZIP of a set or folder. */
export const singleFiles = z.object({
  files: z.array(singleFile),
  /** The position to continue from, also if a long search has found nothing yet. Null at the end. */
  next: z.number().int().nullable(),
  /** The number of all files, regardless of the search. */
  total: z.number().int().nonnegative(),
});

export type SingleFiles = z.infer<typeof singleFiles>;

/** What the page compares a downloaded file with. */
export const filePieces = named('FilePieces', {
  fileName: z.string(),
  fileSize: bytes,
  /** Lower-case hex. Null until the background job has computed it, like the pieces. */
  sha256: z.string().nullable(),
  pieces: z
    .object({
      /** Bytes of each piece but the last. */
      length: bytes,
      /** The SHA-256 of each piece, 32 bytes one after the other, in Base64. */
      digests: z.string(),
    })
    .nullable(),
});

export type FilePieces = z.infer<typeof filePieces>;

export const downloadStatus = z.enum(['in_progress', 'completed', 'failed']);

/** The extra of a download, as it was called when the download began. */
export const downloadedExtra = z.object({
  /** Null once the extra is deleted. */
  id: z.string().nullable(),
  /** Name and version, for example `Patch 1.2`. */
  name: z.string(),
});

/** The single file of a download, as it was called when the download began. */
export const downloadedSingleFile = z.object({ id: z.string(), name: z.string() });

const activeDownload = named('ActiveDownload', {
  downloadId: z.string(),
  gameId: z.string().nullable(),
  title: z.string(),
  /** Empty for an extra for every platform. */
  platform: z.string(),
  /** Null for a platform file. */
  extra: downloadedExtra.nullable(),
  /** Null unless one file of a set or folder is downloaded. */
  singleFile: downloadedSingleFile.nullable(),
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
});

export type ActiveDownload = z.infer<typeof activeDownload>;

/** The caller's downloads that are running, ended within the last minute, or were handed to a proxy within the last two minutes. */
const activeDownloads = z.object({ downloads: z.array(activeDownload) });

const downloadIdParams = z.object({ downloadId });

/** `never_began`: the page canceled the download because it received no byte. */
const cancelDownloadBody = z.object({
  reason: z.enum(['cancelled', 'never_began']).default('cancelled'),
});

export const downloadsEndpoints = {
  createTicket: endpoint('POST', '/api/games/:id/download/:platform', 'member', {
    scope: 'download',
    reserve: 'half',
    summary: 'Create a download ticket for one platform file, or for a single file of it',
    params: downloadParams,
    body: ticketBody,
    response: ticket,
    status: 201,
  }),
  download: endpoint('GET', '/api/games/:id/download/:platform', 'ticket', {
    summary: 'The platform file; supports Range, If-Range, conditional requests and HEAD (RFC 9110)',
    params: downloadParams,
    query: downloadQuery,
    produces: 'application/octet-stream',
  }),
  listSingleFiles: endpoint('GET', '/api/games/:id/download/:platform/files', 'member', {
    summary: 'The files of a set or folder that is downloaded as a ZIP; each can be downloaded separately',
    params: downloadParams,
    query: singleFilesQuery,
    response: singleFiles,
  }),
  activeDownloads: endpoint('GET', '/api/download-activity/active', 'member', {
    summary: 'Your downloads that are running or ended within the last minute',
    response: activeDownloads,
  }),
  cancelDownload: endpoint('POST', '/api/download-activity/:downloadId/cancel', 'member', {
    scope: 'download',
    reserve: 'all',
    summary:
      'Cancel your download and void its ticket; an admin can cancel any download by the `_id` of its activity',
    params: downloadIdParams,
    body: cancelDownloadBody,
    response: done,
  }),
  downloadDigest: endpoint('GET', '/api/games/:id/download/:platform/sha256', 'member', {
    scope: 'download',
    summary: 'The SHA-256 of a platform file as a `.sha256` file for `sha256sum -c`',
    params: downloadParams,
    produces: 'text/plain',
  }),
  downloadPieces: endpoint('GET', '/api/games/:id/download/:platform/pieces', 'member', {
    scope: 'download',
    summary: 'The SHA-256 of each piece of a platform file, to find what differs in a downloaded one',
    params: downloadParams,
    response: filePieces,
  }),
};

// The pieces of a file, each of which has a digest of its own. They show where a download is damaged.

/** A file of at most this size is one piece. */
export const smallestPieceBytes = 1024 ** 2;
/** The page has a piece in memory while it hashes it. */
const largestPieceBytes = 64 * 1024 ** 2;
/** Keeps the digests of a file small: 32 KB. Only files of more than 64 GB have more pieces. */
const wantedPieces = 1024;

/** Returns the length in bytes of all pieces but the last: a power of two from 1 MB to 64 MB. */
export function pieceLengthFor(fileSize: number): number {
  let length = smallestPieceBytes;
  while (length < largestPieceBytes && fileSize > length * wantedPieces) length *= 2;
  return length;
}

/** Returns the number of pieces. An empty file has none. */
export function pieceCount(fileSize: number, pieceLength: number): number {
  return Math.ceil(fileSize / pieceLength);
}
