import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { allowFindingBody, virusFindings, virusFindingsQuery, virusScans } from './virus-scans.ts';

export const virusScansEndpoints = {
  getVirusScans: endpoint({
    method: 'GET',
    path: '/api/admin/virus-scans',
    access: 'admin',
    summary: 'Whether ClamAV can be reached, and how many files it has scanned',
    response: virusScans,
  }),
  scanAllAgain: endpoint({
    method: 'POST',
    path: '/api/admin/virus-scans',
    access: 'admin',
    summary: 'Scan all files again, in the background; 404 if virus scanning is off',
    response: virusScans,
    status: 202,
  }),
  listVirusFindings: endpoint({
    method: 'GET',
    path: '/api/admin/virus-scans/findings',
    access: 'admin',
    summary: 'The files in which a threat was found, quarantined ones first',
    query: virusFindingsQuery,
    response: virusFindings,
  }),
  allowFinding: endpoint({
    method: 'PUT',
    path: '/api/admin/virus-scans/findings/:id/allowed',
    access: 'admin',
    scope: 'session',
    summary: 'Allow downloads of a file in spite of the finding; 409 if another threat was found since',
    params: idParams,
    body: allowFindingBody,
    response: done,
  }),
  quarantineFinding: endpoint({
    method: 'DELETE',
    path: '/api/admin/virus-scans/findings/:id/allowed',
    access: 'admin',
    summary: 'Quarantine a file again that was allowed',
    params: idParams,
    response: done,
  }),
};
