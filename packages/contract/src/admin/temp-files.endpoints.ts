import { endpoint } from '../endpoint.ts';
import { clearTempBody, clearTempResponse, tempStatus } from './temp-files.ts';

export const tempFilesEndpoints = {
  getTempStatus: endpoint({
    method: 'GET',
    path: '/api/admin/temp-status',
    access: 'admin',
    summary: 'The temporary files, each with the unfinished upload that it belongs to',
    response: tempStatus,
  }),
  clearTemp: endpoint({
    method: 'POST',
    path: '/api/admin/clear-temp',
    access: 'admin',
    summary: 'Remove temporary files and the unfinished uploads that they belong to; keeps recent ones',
    body: clearTempBody,
    response: clearTempResponse,
  }),
};
