import { endpoint } from '../endpoint.ts';
import { game } from '../games/games.ts';
import { done, idParams } from '../text.ts';
import {
  downloadQuery,
  filePieces,
  singleFiles,
  singleFilesQuery,
  ticket,
  ticketBody,
} from './downloads.endpoints.ts';
import { extraEdit } from './extra-edit.ts';
import { extra, extraParams } from './extras.ts';
import { addExtraFields, chunkStored } from './uploads.endpoints.ts';

export const extrasEndpoints = {
  addExtra: endpoint('POST', '/api/games/:id/extras', 'contributor', {
    summary: 'Send an update or extra of a game, whole or in chunks as a platform file',
    params: idParams,
    multipart: { fields: addExtraFields, file: 'gameFile' },
    response: game.or(chunkStored),
  }),
  editExtra: endpoint('PUT', '/api/games/:id/extras/:extraId', 'admin', {
    summary: 'Change the facts of an update or extra',
    params: extraParams,
    body: extraEdit,
    response: extra,
  }),
  deleteExtra: endpoint('DELETE', '/api/games/:id/extras/:extraId', 'admin', {
    summary: 'Delete an update or extra with its file',
    params: extraParams,
    response: done,
  }),
  createExtraTicket: endpoint('POST', '/api/games/:id/extras/:extraId/download', 'member', {
    scope: 'download',
    reserve: 'half',
    summary: 'Create a download ticket for one update or extra, or for a single file of it',
    params: extraParams,
    body: ticketBody,
    response: ticket,
    status: 201,
  }),
  downloadExtra: endpoint('GET', '/api/games/:id/extras/:extraId/download', 'ticket', {
    summary: 'The file of an update or extra; supports the same requests as a platform file',
    params: extraParams,
    query: downloadQuery,
    produces: 'application/octet-stream',
  }),
  listSingleFilesOfExtra: endpoint('GET', '/api/games/:id/extras/:extraId/download/files', 'member', {
    summary: 'The files of an update or extra that is a set or folder; each can be downloaded separately',
    params: extraParams,
    query: singleFilesQuery,
    response: singleFiles,
  }),
  extraDigest: endpoint('GET', '/api/games/:id/extras/:extraId/download/sha256', 'member', {
    scope: 'download',
    summary: 'The SHA-256 of an update or extra as a `.sha256` file for `sha256sum -c`',
    params: extraParams,
    produces: 'text/plain',
  }),
  extraPieces: endpoint('GET', '/api/games/:id/extras/:extraId/download/pieces', 'member', {
    scope: 'download',
    summary: 'The SHA-256 of each piece of an update or extra',
    params: extraParams,
    response: filePieces,
  }),
};
