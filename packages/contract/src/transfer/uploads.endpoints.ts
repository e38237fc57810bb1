import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { game } from '../games/games.ts';
import { platform } from '../games/rules/platforms.ts';
import {
  bytes,
  done,
  exactLine,
  id,
  idParams,
  named,
  pageNumber,
  pagePlace,
  sha256,
  time,
  title,
} from '../text.ts';
import { newExtraFacts } from './extra-edit.ts';
import { extraFacts } from './extras.ts';
import { gameArchiveExtensions, platformFileExtensions } from './rules/archives.ts';
import { extraExtensions } from './rules/extras.ts';

// Uploads in chunks (specification section 3): the form fields of a request, and the list of unfinished uploads.

/** A number in a form field. Only digits are accepted, so `1e3`, `0x10`, `-1` and empty text are refused. */
const count = (max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'must be a whole number from 0')
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max}`));

const maxChunks = 100_000;
const maxFileBytes = 16 * 1024 ** 4;

/** An id that the client chooses for an upload, unique in the library. Ids are never part of a path. */
export const uploadId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/, 'must be 1 to 128 letters, digits or _ . : -');

const extension = <T extends readonly [string, ...string[]]>(accepted: T) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .transform((value) => (value.startsWith('.') ? value : `.${value}`))
    .pipe(z.enum(accepted, { error: `must be one of ${accepted.join(', ')}` }));

const chunkFields = {
  /** The first chunk is 0. */
  chunkNumber: count(maxChunks - 1),
  totalChunks: count(maxChunks).pipe(z.number().min(1, 'must be at least 1')),
  uploadId,
  /** The size of the whole file in bytes. The server uses it to refuse a file that does not fit on the disk. */
  fileSize: count(maxFileBytes).optional(),
  /** The size in bytes of every chunk except the last. The server uses it to write each chunk at its final offset. */
  chunkSize: count(maxFileBytes).optional(),
  /** The digest of this chunk. A chunk with another digest is not stored. */
  chunkSha256: sha256.optional(),
  /** The name of the file on the client, shown to resume the upload. */
  fileName: exactLine(255).optional(),
};

const chunkInRange = (fields: { chunkNumber: number; totalChunks: number }) =>
  fields.chunkNumber < fields.totalChunks;
const chunkOutOfRange = { path: ['chunkNumber'], message: 'must be below totalChunks' };

/** The fields of `POST /api/games`. */
export const addGameFields = z
  .object({ title, platform, fileExtension: extension(gameArchiveExtensions), ...chunkFields })
  .refine(chunkInRange, chunkOutOfRange);

/** `true` replaces the existing file of the platform once the new one is complete. Otherwise an existing file is an error. */
const replace = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((value) => value === 'true');

/** The fields of `POST /api/games/:id/upload` in chunks. */
export const addFileFields = z
  .object({ platform, replace, fileExtension: extension(platformFileExtensions), ...chunkFields })
  .refine(chunkInRange, chunkOutOfRange);

/** The fields of `POST /api/games/:id/upload` with the whole file in one request. */
export const addWholeFileFields = z.object({ platform, replace });

/** The fields of `POST /api/games/:id/extras`: of a chunk, or without those of the chunk protocol for the whole file. */
export const addExtraChunkFields = z
  .object({ ...newExtraFacts, fileExtension: extension(extraExtensions), ...chunkFields })
  .refine(chunkInRange, chunkOutOfRange);

export const addWholeExtraFields = z.object(newExtraFacts);

export const addExtraFields = z.union([addExtraChunkFields, addWholeExtraFields]);

export type ChunkFields = Omit<z.infer<typeof addFileFields>, 'platform' | 'fileExtension' | 'replace'>;

/** The response to a chunk. `stored` is the number of chunks stored so far. */
export const chunkStored = z.object({
  message: z.string(),
  uploadId: z.string(),
  chunkNumber: z.number().int(),
  totalChunks: z.number().int(),
  stored: z.number().int(),
});

export type ChunkStored = z.infer<typeof chunkStored>;

const unfinishedUpload = named('UnfinishedUpload', {
  uploadId: z.string(),
  title: z.string(),
  /** Empty for an extra for every platform. */
  platform: z.string(),
  /** The facts of an update or extra. Null for a platform file. */
  extra: extraFacts.nullable(),
  /** The game to which the file is added. Null for a new game. */
  gameId: z.string().nullable(),
  /** The upload replaces the existing file of the platform. */
  replace: z.boolean(),
  fileName: z.string().nullable(),
  fileExtension: z.string(),
  fileSize: bytes.nullable(),
  chunkSize: bytes.nullable(),
  totalChunks: z.number().int(),
  /** The number of stored chunks, and their size. `GET /api/games/uploads/:uploadId/chunks` lists them. */
  storedChunks: z.number().int(),
  storedBytes: bytes,
  startedAt: time,
  touchedAt: time,
  /** A client is sending the upload right now. Other clients should neither resume nor discard the upload. */
  isSending: z.boolean(),
  /** The account that started the upload. Null if the account has been deleted. */
  startedBy: z.object({ name: z.string(), isYou: z.boolean() }).nullable(),
});

export type UnfinishedUpload = z.infer<typeof unfinishedUpload>;

export const uploadsPerPage = 50;

/** With `gameId`, only uploads that add a file to this game. */
export const uploadsQuery = z.object({ page: pageNumber, gameId: id.optional() });

/** One page. The upload that received bytes most recently comes first. */
export const unfinishedUploads = z.object({
  uploads: z.array(unfinishedUpload),
  ...pagePlace,
});

export type UnfinishedUploads = z.infer<typeof unfinishedUploads>;

/** Without `after`, from the first chunk on. */
const storedChunksQuery = z.object({ after: count(maxChunks - 1).optional() });

/**
 * At most 1,000 stored chunks, by number, with their digests if the client sent any. A client can compare these digests with its
 * own file. The next ones are asked for with the last number as `after`.
 */
const storedChunks = z.object({
  chunks: z.array(z.object({ chunkNumber: z.number().int(), sha256: z.string().nullable() })),
});

export type StoredChunks = z.infer<typeof storedChunks>['chunks'];

const uploadParams = z.object({ uploadId });

export const uploadsEndpoints = {
  addGame: endpoint('POST', '/api/games', 'contributor', {
    summary:
      'Send one chunk of a new game; without a file: complete the upload and return the game with 201. What a contributor adds waits for an admin',
    multipart: { fields: addGameFields, file: 'gameFile' },
    response: z.union([game, chunkStored]),
  }),
  addFile: endpoint('POST', '/api/games/:id/upload', 'contributor', {
    summary:
      'Send a platform file of a game, whole or in chunks as for a new game; for admins, replace=true replaces the existing file',
    params: idParams,
    multipart: { fields: z.union([addFileFields, addWholeFileFields]), file: 'gameFile' },
    response: z.union([game, chunkStored]),
  }),
  listUploads: endpoint('GET', '/api/games/uploads', 'contributor', {
    summary: 'Unfinished uploads with their progress, and who is sending them; contributors see their own',
    query: uploadsQuery,
    response: unfinishedUploads,
  }),
  listUploadChunks: endpoint('GET', '/api/games/uploads/:uploadId/chunks', 'contributor', {
    summary: 'The stored chunks of an unfinished upload, with which a client resumes it',
    params: uploadParams,
    query: storedChunksQuery,
    response: storedChunks,
  }),
  cancelUpload: endpoint('POST', '/api/games/cancel/:uploadId', 'contributor', {
    reserve: 'all',
    summary: 'Cancel an upload and remove its stored chunks',
    params: uploadParams,
    response: done,
  }),
};
