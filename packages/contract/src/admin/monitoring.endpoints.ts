import { endpoint } from '../endpoint.ts';
import { systemHealth } from './monitoring.ts';

export const monitoringEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    access: 'admin',
    summary: 'The state of the database, storage, emails, metadata providers and background jobs',
    response: systemHealth,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    access: 'monitor',
    summary: 'Metrics of this process and its library, in the text format of Prometheus',
    produces: 'text/plain',
  }),
};
