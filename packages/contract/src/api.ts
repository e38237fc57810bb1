// The whole API on one page. The server mounts exactly this, the web page calls from it, OpenAPI is made of it.
import { z } from 'zod';
import * as accounts from './accounts.ts';
import * as downloads from './downloads.ts';
import { type AnyEndpoint, endpoint } from './endpoint.ts';
import * as games from './games.ts';
import * as site from './site.ts';
import { idParams } from './text.ts';
import * as uploads from './uploads.ts';

export const api = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'The process is alive',
    response: site.health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Database and storage answer',
    response: site.readiness,
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This API as an OpenAPI document',
    produces: 'application/json',
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    summary: 'This API as a page to read',
    produces: 'text/html',
  }),
  site: endpoint({
    method: 'GET',
    path: '/api/site',
    access: 'public',
    summary: 'What a page must know before anybody logs in',
    response: site.site,
  }),
  setup: endpoint({
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    summary: 'Create the first admin; closed for ever once there is one',
    body: site.setupBody,
    response: site.setupResponse,
    status: 201,
  }),

  login: endpoint({
    method: 'POST',
    path: '/api/users/login',
    access: 'public',
    summary: 'Log in',
    body: accounts.loginBody,
    response: accounts.loginResponse,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/users/logout',
    access: 'member',
    summary: 'End this session',
    response: accounts.done,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    access: 'member',
    summary: 'Who is logged in',
    response: accounts.account,
  }),

  listGames: endpoint({
    method: 'GET',
    path: '/api/games',
    access: 'member',
    summary: 'One page of the catalogue',
    query: games.gamesQuery,
    response: games.gamesResponse,
  }),
  checkGame: endpoint({
    method: 'GET',
    path: '/api/games/check',
    access: 'admin',
    summary: 'Whether a game, and its file for a platform, exist',
    query: games.gameCheckQuery,
    response: games.gameCheckResponse,
  }),
  getGame: endpoint({
    method: 'GET',
    path: '/api/games/:id',
    access: 'public',
    summary: 'One game',
    params: idParams,
    response: games.game,
  }),
  deleteGame: endpoint({
    method: 'DELETE',
    path: '/api/games/:id',
    access: 'admin',
    summary: 'Delete a game with all its files',
    params: idParams,
    response: games.deleted,
  }),

  addGame: endpoint({
    method: 'POST',
    path: '/api/games',
    access: 'admin',
    summary:
      'Send one chunk of a new game; without a file: complete the upload, which answers 201 with the game',
    multipart: { fields: uploads.addGameFields, file: 'gameFile' },
    response: z.union([games.game, uploads.chunkStored]),
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/games/:id/upload',
    access: 'admin',
    summary: 'Send a platform file of a game, whole or in chunks as for a new game',
    params: idParams,
    multipart: { fields: z.union([uploads.addFileFields, uploads.addWholeFileFields]), file: 'gameFile' },
    response: z.union([games.game, uploads.chunkStored]),
  }),
  listUploads: endpoint({
    method: 'GET',
    path: '/api/games/uploads',
    access: 'admin',
    summary: 'Unfinished uploads with the chunks that are stored',
    response: uploads.unfinishedUploads,
  }),
  cancelUpload: endpoint({
    method: 'POST',
    path: '/api/games/cancel/:uploadId',
    access: 'admin',
    summary: 'Give up an upload and remove what was stored of it',
    params: uploads.uploadParams,
    response: accounts.done,
  }),

  createTicket: endpoint({
    method: 'POST',
    path: '/api/games/:id/download/:platform',
    access: 'member',
    summary: 'Get a ticket for one platform file',
    params: downloads.downloadParams,
    body: downloads.ticketBody,
    response: downloads.ticket,
    status: 201,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/games/:id/download/:platform',
    access: 'ticket',
    summary: 'The platform file; Range, If-Range, conditional requests and HEAD as RFC 9110 says',
    params: downloads.downloadParams,
    query: downloads.downloadQuery,
    produces: 'application/octet-stream',
  }),
  activeDownloads: endpoint({
    method: 'GET',
    path: '/api/download-activity/active',
    access: 'member',
    summary: 'Downloads of the caller that run, or ended within the last minute',
    response: downloads.activeDownloads,
  }),
  cancelDownload: endpoint({
    method: 'POST',
    path: '/api/download-activity/:downloadId/cancel',
    access: 'member',
    summary: 'Stop a download of the caller and void its ticket',
    params: downloads.downloadIdParams,
    response: accounts.done,
  }),

  artwork: endpoint({
    method: 'GET',
    path: '/api/artwork/:name',
    access: 'public',
    summary: 'A picture of ours; its name is the digest of its content, so it never changes',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.webp$/, 'is not the name of a picture') }),
    produces: 'image/webp',
  }),
} as const satisfies Record<string, AnyEndpoint>;

export type Api = typeof api;
