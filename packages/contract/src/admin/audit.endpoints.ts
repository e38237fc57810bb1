import { endpoint } from '../endpoint.ts';
import { audit, auditQuery } from './audit.ts';

export const auditEndpoints = {
  listAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'The audit log, newest first',
    query: auditQuery,
    response: audit,
  }),
};
