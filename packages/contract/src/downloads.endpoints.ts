import {
  activeDownloads,
  cancelDownloadBody,
  downloadIdParams,
  downloadParams,
  downloadQuery,
  filePieces,
  singleFiles,
  singleFilesQuery,
  ticket,
  ticketBody,
} from './downloads.ts';
import { endpoint } from './endpoint.ts';
import { done } from './text.ts';

export const downloadsEndpoints = {
  createTicket: endpoint({
    method: 'POST',
    path: '/api/games/:id/download/:platform',
    access: 'member',
    summary: 'Create a download ticket for one platform file, or for a single file of it',
    params: downloadParams,
    body: ticketBody,
    response: ticket,
    status: 201,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/games/:id/download/:platform',
    access: 'ticket',
    summary: 'The platform file; supports Range, If-Range, conditional requests and HEAD (RFC 9110)',
    params: downloadParams,
    query: downloadQuery,
    produces: 'application/octet-stream',
  }),
  listSingleFiles: endpoint({
    method: 'GET',
    path: '/api/games/:id/download/:platform/files',
    access: 'member',
    summary: 'The files of a set or folder that is downloaded as a ZIP; each can be downloaded separately',
    params: downloadParams,
    query: singleFilesQuery,
    response: singleFiles,
  }),
  activeDownloads: endpoint({
    method: 'GET',
    path: '/api/download-activity/active',
    access: 'member',
    summary: 'Your downloads that are running or ended within the last minute',
    response: activeDownloads,
  }),
  cancelDownload: endpoint({
    method: 'POST',
    path: '/api/download-activity/:downloadId/cancel',
    access: 'member',
    summary:
      'Cancel your download and void its ticket; an admin can cancel any download by the `_id` of its activity',
    params: downloadIdParams,
    body: cancelDownloadBody,
    response: done,
  }),
  downloadDigest: endpoint({
    method: 'GET',
    path: '/api/games/:id/download/:platform/sha256',
    access: 'member',
    summary: 'The SHA-256 of a platform file as a `.sha256` file for `sha256sum -c`',
    params: downloadParams,
    produces: 'text/plain',
  }),
  downloadPieces: endpoint({
    method: 'GET',
    path: '/api/games/:id/download/:platform/pieces',
    access: 'member',
    summary: 'The SHA-256 of each piece of a platform file, to find what differs in a downloaded one',
    params: downloadParams,
    response: filePieces,
  }),
};
