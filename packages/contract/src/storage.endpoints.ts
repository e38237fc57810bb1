import { endpoint } from './endpoint.ts';
import {
  checkStatus,
  removeOrphansBody,
  removeOrphansResponse,
  startCheckBody,
  storageReport,
} from './storage.ts';

export const storageEndpoints = {
  getStorage: endpoint({
    method: 'GET',
    path: '/api/admin/storage',
    access: 'admin',
    summary: 'The disk usage of the library, and the result of the last file check',
    response: storageReport,
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
