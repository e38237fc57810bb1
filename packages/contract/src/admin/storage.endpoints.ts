import { endpoint } from '../endpoint.ts';
import {
  checkStatus,
  removeOrphansBody,
  removeOrphansResponse,
  startCheckBody,
  storageReport,
} from './storage.ts';
import { duplicates, duplicatesQuery, storageGames, storageGamesQuery } from './storage-games.ts';

export const storageEndpoints = {
  getStorage: endpoint({
    method: 'GET',
    path: '/api/admin/storage',
    access: 'admin',
    summary:
      'The disk usage of the library, the free space with a forecast, and the result of the last file check',
    response: storageReport,
  }),
  listStorageGames: endpoint({
    method: 'GET',
    path: '/api/admin/storage/games',
    access: 'admin',
    summary: 'The games by the size of their files, with their last download',
    query: storageGamesQuery,
    response: storageGames,
  }),
  listDuplicates: endpoint({
    method: 'GET',
    path: '/api/admin/storage/duplicates',
    access: 'admin',
    summary: 'Files with the same content, by their SHA-256 digest',
    query: duplicatesQuery,
    response: duplicates,
  }),
  getStorageCheck: endpoint({
    method: 'GET',
    path: '/api/admin/storage/check',
    access: 'admin',
    summary: 'The progress of the running file check, and the result of the last one',
    response: checkStatus,
  }),
  startStorageCheck: endpoint({
    method: 'POST',
    path: '/api/admin/storage/check',
    access: 'admin',
    summary: 'Start a background check of every file; 409 if a check is already running',
    body: startCheckBody,
    response: checkStatus,
  }),
  removeOrphans: endpoint({
    method: 'POST',
    path: '/api/admin/storage/orphans/remove',
    access: 'admin',
    summary: 'Remove orphans (stored files that the database does not know) found by the last check',
    body: removeOrphansBody,
    response: removeOrphansResponse,
  }),
};
