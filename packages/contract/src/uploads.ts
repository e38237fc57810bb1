// Uploads in chunks: the fields of one request, and what the server holds of an unfinished upload.
import { z } from 'zod';
import { gameArchiveExtensions, platformFileExtensions } from './rules/archives.ts';
import { platform } from './rules/platforms.ts';
import { bytes, line, sha256, time, title } from './text.ts';

/** A number in a form field: digits alone, so that `1e3`, `0x10`, `-1` and the empty text are refused. */
const count = (max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'must be a whole number from 0')
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max}`));

const maxChunks = 100_000;
const maxFileBytes = 16 * 1024 ** 4;

/** The client's own name for an upload; unique per library, never part of a path. */
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
  /** Counts from 0. */
  chunkNumber: count(maxChunks - 1),
  totalChunks: count(maxChunks).pipe(z.number().min(1, 'must be at least 1')),
  uploadId,
  /** Of the whole file, bytes. Lets the server refuse a file it has no room for before it arrives. */
  fileSize: count(maxFileBytes).optional(),
  /** Of every chunk but the last, bytes. Lets the server write each chunk straight to its place. */
  chunkSize: count(maxFileBytes).optional(),
  /** Of this chunk. What arrives with another digest is not stored. */
  chunkSha256: sha256.optional(),
  /** The file's name at home, to show and to find it again on resume. */
  fileName: line(255).optional(),
};

const chunkInRange = (fields: { chunkNumber: number; totalChunks: number }) =>
  fields.chunkNumber < fields.totalChunks;
const chunkOutOfRange = { path: ['chunkNumber'], message: 'must be below totalChunks' };

/** Fields of `POST /api/games`. */
export const addGameFields = z
  .object({ title, platform, fileExtension: extension(gameArchiveExtensions), ...chunkFields })
  .refine(chunkInRange, chunkOutOfRange);

/** The file that the platform has stays until the new one is complete; without it, it is in the way. */
const replace = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((value) => value === 'true');

/** Fields of `POST /api/games/:id/upload` in chunks. */
export const addFileFields = z
  .object({ platform, replace, fileExtension: extension(platformFileExtensions), ...chunkFields })
  .refine(chunkInRange, chunkOutOfRange);

/** Fields of `POST /api/games/:id/upload` with the whole file in one request. */
export const addWholeFileFields = z.object({ platform, replace });

export type ChunkFields = Omit<z.infer<typeof addFileFields>, 'platform' | 'fileExtension' | 'replace'>;

/** The answer to one chunk; `stored` counts the chunks the server holds now. */
export const chunkStored = z.object({
  message: z.string(),
  uploadId: z.string(),
  chunkNumber: z.number().int(),
  totalChunks: z.number().int(),
  stored: z.number().int(),
});

export type ChunkStored = z.infer<typeof chunkStored>;

export const unfinishedUpload = z
  .object({
    uploadId: z.string(),
    title: z.string(),
    platform: z.string(),
    /** The game a file is added to; null for a new game. */
    gameId: z.string().nullable(),
    /** It takes the place of the file that the platform has. */
    replace: z.boolean(),
    fileName: z.string().nullable(),
    fileExtension: z.string(),
    fileSize: bytes.nullable(),
    chunkSize: bytes.nullable(),
    totalChunks: z.number().int(),
    /** Stored chunks. The digest is there when the chunk came with one: by it a client tells whether it holds the same file. */
    chunks: z.array(z.object({ chunkNumber: z.number().int(), sha256: z.string().nullable() })),
    startedAt: time,
    touchedAt: time,
    /** It is being sent right now, from wherever: nobody else should go on with it or discard it. */
    isSending: z.boolean(),
    /** Who began it; null once that account is gone. */
    startedBy: z.object({ name: z.string(), isYou: z.boolean() }).nullable(),
  })
  .meta({ id: 'UnfinishedUpload' });

export type UnfinishedUpload = z.infer<typeof unfinishedUpload>;

export const unfinishedUploads = z.object({ uploads: z.array(unfinishedUpload) });

export const uploadParams = z.object({ uploadId });
