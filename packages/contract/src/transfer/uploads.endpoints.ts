import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { game } from '../games/games.ts';
import { done, idParams } from '../text.ts';
import {
  addFileFields,
  addGameFields,
  addWholeFileFields,
  chunkStored,
  storedChunks,
  storedChunksQuery,
  unfinishedUploads,
  uploadParams,
  uploadsQuery,
} from './uploads.ts';

export const uploadsEndpoints = {
  addGame: endpoint({
    method: 'POST',
    path: '/api/games',
    access: 'contributor',
    summary:
      'Send one chunk of a new game; without a file: complete the upload and return the game with 201. What a contributor adds waits for an admin',
    multipart: { fields: addGameFields, file: 'gameFile' },
    response: z.union([game, chunkStored]),
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/games/:id/upload',
    access: 'contributor',
    summary:
      'Send a platform file of a game, whole or in chunks as for a new game; for admins, replace=true replaces the existing file',
    params: idParams,
    multipart: { fields: z.union([addFileFields, addWholeFileFields]), file: 'gameFile' },
    response: z.union([game, chunkStored]),
  }),
  listUploads: endpoint({
    method: 'GET',
    path: '/api/games/uploads',
    access: 'contributor',
    summary: 'Unfinished uploads with their progress, and who is sending them; contributors see their own',
    query: uploadsQuery,
    response: unfinishedUploads,
  }),
  listUploadChunks: endpoint({
    method: 'GET',
    path: '/api/games/uploads/:uploadId/chunks',
    access: 'contributor',
    summary: 'The stored chunks of an unfinished upload, with which a client resumes it',
    params: uploadParams,
    query: storedChunksQuery,
    response: storedChunks,
  }),
  cancelUpload: endpoint({
    method: 'POST',
    path: '/api/games/cancel/:uploadId',
    access: 'contributor',
    reserve: 'all',
    summary: 'Cancel an upload and remove its stored chunks',
    params: uploadParams,
    response: done,
  }),
};
