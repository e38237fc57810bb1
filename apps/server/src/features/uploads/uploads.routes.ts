// The upload endpoints.
import type { Game } from '@cellar/contract/games.ts';
import { archiveExtension, platformFileExtensions } from '@cellar/contract/rules/archives.ts';
import {
  addFileFields,
  addGameFields,
  addWholeFileFields,
  type ChunkStored,
} from '@cellar/contract/uploads.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { GamesService } from '#features/games/games.service.ts';
import { AppError } from '#http/errors.ts';
import type { Fields } from '#http/multipart.ts';
import type { Router } from '#http/route.ts';
import { newId } from '#platform/tokens.ts';
import type { UploadRequest } from './upload.ts';
import { receiveUpload } from './upload-request.ts';
import type { UploadsService } from './uploads.service.ts';

type Answer = Game | ChunkStored;

export function uploadsRoutes(router: Router, uploads: UploadsService, games: GamesService): void {
  router.mount('addGame', async ({ request, reply, member }) => {
    type NewGame = z.infer<typeof addGameFields>;
    const asRequest = ({ fileExtension, ...fields }: NewGame): UploadRequest => ({
      ...fields,
      extension: fileExtension,
      userId: member.id,
    });
    return receiveUpload<NewGame, Answer>(request.raw, {
      fileField: 'gameFile',
      isEnough: (fields) => hasAll(fields, requiredOfGame),
      schemaFor: () => addGameFields,
      onFile: (fields, body) => uploads.storeChunk(asRequest(fields), body),
      onFields: async (fields) => created(reply, await uploads.complete(requireLastChunk(asRequest(fields)))),
      spool: (body) => uploads.spool(body),
    });
  });

  router.mount('addFile', async ({ params, request, reply, member }) => {
    const title = await games.getTitle(params.id);
    const target = { gameId: params.id, title, userId: member.id, actor: member.email };
    type Chunk = z.infer<typeof addFileFields>;
    type Whole = z.infer<typeof addWholeFileFields>;
    const asRequest = ({ fileExtension, ...fields }: Chunk): UploadRequest => ({
      ...fields,
      ...target,
      extension: fileExtension,
    });
    return receiveUpload<Chunk | Whole, Answer>(request.raw, {
      fileField: 'gameFile',
      isEnough: (fields) => hasAll(fields, isChunk(fields) ? requiredOfChunk : ['platform']),
      schemaFor: (fields) => (isChunk(fields) ? addFileFields : addWholeFileFields),
      onFile: async (fields, body, fileName) => {
        if ('chunkNumber' in fields) return uploads.storeChunk(asRequest(fields), body);
        return created(
          reply,
          await uploads.storeWhole(wholeFileRequest({ ...fields, ...target }, fileName), body),
        );
      },
      onFields: async (fields) => {
        if (!('chunkNumber' in fields)) throw new AppError('malformed_request', 'gameFile: is required');
        return created(reply, await uploads.complete(requireLastChunk(asRequest(fields))));
      },
      // The limit for a chunk does not apply, because the file may be whole.
      spool: (body, fields) => uploads.spool(body, isChunk(fields) ? undefined : Number.MAX_SAFE_INTEGER),
    });
  });

  router.mount('listUploads', async ({ member }) => ({ uploads: await uploads.listUnfinished(member.id) }));

  router.mount('cancelUpload', async ({ params }) => {
    await uploads.cancel(params.uploadId);
    return { message: 'Upload cancelled' };
  });
}

const requiredOfChunk = ['platform', 'chunkNumber', 'totalChunks', 'uploadId', 'fileExtension'];
const requiredOfGame = ['title', ...requiredOfChunk];

function hasAll(fields: Fields, names: string[]): boolean {
  return names.every((name) => name in fields);
}

/** A request with any field of the chunk protocol contains a chunk. Otherwise it contains a whole file. */
function isChunk(fields: Fields): boolean {
  return requiredOfChunk.slice(1).some((name) => name in fields);
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
  target: Pick<UploadRequest, 'gameId' | 'title' | 'platform' | 'userId' | 'actor' | 'replace'>,
  fileName: string,
): UploadRequest {
  const extension = archiveExtension(fileName, platformFileExtensions);
  if (!extension) {
    throw new AppError('validation_failed', `gameFile: must end with ${platformFileExtensions.join(', ')}`);
  }
  return { ...target, extension, uploadId: newId(), chunkNumber: 0, totalChunks: 1 };
}
