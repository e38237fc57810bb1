import { endpoint } from '../endpoint.ts';
import { health, readiness, setupBody, setupResponse, site } from './site.ts';

export const siteEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the process is running',
    response: health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Whether the database and the storage work',
    response: readiness,
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
    summary: 'This API as a readable page',
    produces: 'text/html',
  }),
  site: endpoint({
    method: 'GET',
    path: '/api/site',
    access: 'public',
    summary: 'The public facts about the site that the page needs before login',
    response: site,
  }),
  setup: endpoint({
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    summary: 'Create the first admin; refused once an admin exists',
    body: setupBody,
    response: setupResponse,
    status: 201,
  }),
};
