// The upload endpoints.

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Game } from '@cellar/contract/games/games.ts';
import { safeFileName } from '@cellar/contract/rules/file-names.ts';
import { platformFileExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { extraExtensions, longestExtension } from '@cellar/contract/transfer/rules/extras.ts';
import {
  addExtraChunkFields,
  addFileFields,
  addGameFields,
  addWholeExtraFields,
  addWholeFileFields,
  type ChunkFields,
  type ChunkStored,
} from '@cellar/contract/transfer/uploads.endpoints.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { GamesService } from '#games/games.service.ts';
import type { Member } from '#http/access.ts';
import { AppError } from '#http/errors.ts';
import { type Fields, type ReadPace, readMultipart } from '#http/request-bodies.ts';
import { check, type Router } from '#http/route.ts';
import type { Spooled } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import type { SpeedsService } from '../limits/speeds.service.ts';
import type { ChunkBody, UploadRequest } from './upload.ts';
import type { UploadsService } from './uploads.service.ts';

type Answer = Game | ChunkStored;

interface Deps {
  uploads: UploadsService;
  games: GamesService;
  speeds: SpeedsService;
}

export function uploadsRoutes(router: Router, { uploads, games, speeds }: Deps): void {
  router.mount('addGame', async ({ request, reply, member, readmit }) => {
    type NewGame = z.infer<typeof addGameFields>;
    const asRequest = ({ fileExtension, ...fields }: NewGame): UploadRequest => ({
      ...fields,
      extension: fileExtension,
      ...senderOf(member),
    });
    return receiveUpload<NewGame, Answer>(request.raw, {
      fileField: 'gameFile',
      pace: await speeds.joinUpload(member.id),
      readmit,
      isEnough: (fields) => hasAll(fields, requiredOfGame),
      schemaFor: () => addGameFields,
      onFile: (fields, body) => uploads.storeChunk(asRequest(fields), body),
      onFields: async (fields) =>
        created(
          reply,
          await games.showTo(member, await uploads.complete(requireLastChunk(asRequest(fields)))),
        ),
      spool: (body) => uploads.spool(body),
    });
  });

  router.mount('addFile', async ({ params, request, reply, member, readmit }) => {
    await games.refuseHidden(params.id, member);
    const title = await games.getTitle(params.id);
    const target = { gameId: params.id, title, ...senderOf(member), actor: member.email };
    return receiveFile<z.output<typeof addWholeFileFields>>({ uploads, games, speeds }, request, reply, {
      required: ['platform'],
      member,
      readmit,
      extensions: platformFileExtensions,
      chunkFields: addFileFields,
      wholeFields: addWholeFileFields,
      target: ({ platform, replace }) => {
        if (replace && !member.isAdmin) throw new AppError('forbidden', 'Only admins may replace files.');
        return { ...target, platform, replace };
      },
    });
  });

  router.mount('addExtra', async ({ params, request, reply, member, readmit }) => {
    await games.refuseHidden(params.id, member);
    const title = await games.getTitle(params.id);
    const target = { gameId: params.id, title, ...senderOf(member), actor: member.email };
    return receiveFile<z.output<typeof addWholeExtraFields>>({ uploads, games, speeds }, request, reply, {
      required: ['kind', 'name'],
      member,
      readmit,
      extensions: extraExtensions,
      chunkFields: addExtraChunkFields,
      wholeFields: addWholeExtraFields,
      target: ({ kind, name, version, platform, note }) => ({
        ...target,
        platform: platform ?? '',
        extra: { kind, name, version, platform, note },
      }),
    });
  });

  router.mount('listUploads', async ({ member, query }) => uploads.listUnfinished(senderOf(member), query));
  router.mount('listUploadChunks', async ({ params, query, member }) => ({
    chunks: await uploads.listStoredChunks(senderOf(member), params.uploadId, query.after),
  }));

  router.mount('cancelUpload', async ({ params, member }) => {
    await uploads.cancel(senderOf(member), params.uploadId);
    return { message: 'Upload cancelled' };
  });
}

function senderOf({ id, isAdmin }: Member): Pick<UploadRequest, 'userId' | 'isContribution'> {
  return { userId: id, isContribution: !isAdmin };
}

/** How a file of an existing game is received. */
interface FileKind<Whole> {
  /** The fields without which no file is processed while it arrives, besides those of the chunk protocol. */
  required: string[];
  member: Member;
  readmit(): Promise<void>;
  extensions: readonly string[];
  chunkFields: z.ZodType<Whole & ChunkFields & { fileExtension: string }>;
  wholeFields: z.ZodType<Whole>;
  target(fields: Whole): UploadTarget;
}

type UploadTarget = Omit<UploadRequest, keyof ChunkFields | 'extension' | 'isWhole'>;

/** Receives one chunk or the whole file, or completes the upload. */
async function receiveFile<Whole extends object>(
  { uploads, games, speeds }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: FileKind<Whole>,
): Promise<Answer> {
  type Chunk = Whole & ChunkFields & { fileExtension: string };
  const isChunkOf = (fields: Chunk | Whole): fields is Chunk => 'chunkNumber' in fields;
  const asRequest = (fields: Chunk): UploadRequest => {
    const { chunkNumber, totalChunks, uploadId, fileSize, chunkSize, chunkSha256, fileName } = fields;
    const chunk = { chunkNumber, totalChunks, uploadId, fileSize, chunkSize, chunkSha256, fileName };
    return { ...chunk, ...kind.target(fields), extension: fields.fileExtension };
  };
  return receiveUpload<Chunk | Whole, Answer>(request.raw, {
    fileField: 'gameFile',
    pace: await speeds.joinUpload(kind.member.id),
    readmit: kind.readmit,
    isEnough: (fields) =>
      hasAll(fields, isChunk(fields) ? [...kind.required, ...chunkProtocol] : kind.required),
    schemaFor: (fields) => (isChunk(fields) ? kind.chunkFields : kind.wholeFields),
    onFile: async (fields, body, fileName) => {
      if (isChunkOf(fields)) return uploads.storeChunk(asRequest(fields), body);
      const whole = wholeFileRequest(kind.target(fields), fileName, kind.extensions);
      return created(reply, await games.showTo(kind.member, await uploads.storeWhole(whole, body)));
    },
    onFields: async (fields) => {
      if (!isChunkOf(fields)) throw new AppError('malformed_request', 'gameFile: is required');
      const completed = await uploads.complete(requireLastChunk(asRequest(fields)));
      return created(reply, await games.showTo(kind.member, completed));
    },
    // The limit for a chunk does not apply, because the file may be whole.
    spool: (body, fields) => uploads.spool(body, isChunk(fields) ? undefined : Number.MAX_SAFE_INTEGER),
  });
}

const chunkProtocol = ['chunkNumber', 'totalChunks', 'uploadId', 'fileExtension'];
const requiredOfGame = ['title', 'platform', ...chunkProtocol];

function hasAll(fields: Fields, names: string[]): boolean {
  return names.every((name) => name in fields);
}

/** A request with any field of the chunk protocol contains a chunk. Otherwise it contains a whole file. */
function isChunk(fields: Fields): boolean {
  return chunkProtocol.some((name) => name in fields);
}

function created(reply: FastifyReply, game: Game): Game {
  reply.status(201);
  return game;
}

/** Specification section 7: "A final POST with no file and the last chunk number completes the upload". */
function requireLastChunk(request: UploadRequest): UploadRequest {
  if (request.chunkNumber === request.totalChunks - 1) return request;
  throw new AppError('malformed_request', 'gameFile: is required, except with the last chunk number');
}

function wholeFileRequest(
  target: UploadTarget,
  fileName: string,
  extensions: readonly string[],
): UploadRequest {
  const extension = longestExtension(fileName, extensions);
  if (!extension) {
    throw new AppError('validation_failed', `gameFile: must end with ${extensions.join(', ')}`);
  }
  const chunk = { uploadId: newId(), chunkNumber: 0, totalChunks: 1 };
  return { ...target, ...chunk, extension, fileName: safeFileName(fileName) || undefined };
}

// Reads an upload request: its form fields and its file, in either order.

interface Options<F, T> {
  fileField: string;
  pace: ReadPace | undefined;
  /** Of the route's context. */
  readmit(): Promise<void>;
  /** Returns whether the fields received so far are enough to process the file while it arrives. */
  isEnough(fields: Fields): boolean;
  schemaFor(fields: Fields): z.ZodType<F>;
  /** Must read the stream to its end. */
  onFile(fields: F, body: ChunkBody, fileName: string): Promise<T>;
  /** Called when the request has no file. */
  onFields(fields: F): Promise<T>;
  spool(body: Readable, fieldsBefore: Fields): Promise<Spooled>;
}

/** Fields that must come before the file. */
const beforeFile = ['fileSize', 'chunkSize', 'chunkSha256', 'replace', 'version', 'platform', 'note'];

type Received<T> = { done: T } | { spooled: Spooled; fileName: string };

/** Processes a file while it arrives if its fields came before it. Otherwise spools the file until the fields are known. */
async function receiveUpload<F, T>(request: IncomingMessage, options: Options<F, T>): Promise<T> {
  let spooled: Spooled | undefined;
  try {
    const { fields, file } = await readMultipart<Received<T>>(request, {
      fileField: options.fileField,
      pace: options.pace,
      readmit: options.readmit,
      onFile: async ({ stream, fieldsBefore, fileName, form, abort }) => {
        if (options.isEnough(fieldsBefore)) {
          const values = check(options.schemaFor(fieldsBefore), fieldsBefore, 'body');
          const whole = form.then((all) => refuseLate(all, fieldsBefore));
          // Avoids an unhandled rejection if the chunk was refused and nothing awaits `whole`.
          whole.catch(() => undefined);
          return { done: await options.onFile(values, { stream, whole, abort }, fileName) };
        }
        spooled = await options.spool(stream, fieldsBefore);
        return { spooled, fileName };
      },
    });
    if (file && 'done' in file) return file.done;
    const values = check(options.schemaFor(fields), fields, 'body');
    if (!file) return await options.onFields(values);
    return await withStream(file.spooled, (body) => options.onFile(values, body, file.fileName));
  } finally {
    await spooled?.discard();
  }
}

function refuseLate(fields: Fields, before: Fields): void {
  const late = beforeFile.find((name) => name in fields && !(name in before));
  if (late) throw new AppError('malformed_request', `Send the form field ${late} before the file`);
}

async function withStream<T>(spooled: Spooled, use: (body: ChunkBody) => Promise<T>): Promise<T> {
  const stream = spooled.open();
  stream.on('error', () => undefined);
  try {
    return await use({ stream, whole: Promise.resolve(), abort: (error) => stream.destroy(error) });
  } finally {
    stream.destroy();
  }
}
