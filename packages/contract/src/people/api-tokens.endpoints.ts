import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { apiTokens, createdApiToken, newApiToken } from './api-tokens.ts';

export const apiTokensEndpoints = {
  listApiTokens: endpoint({
    method: 'GET',
    path: '/api/api-tokens',
    access: 'member',
    scope: 'session',
    summary: 'Your API tokens, without their secrets',
    response: apiTokens,
  }),
  createApiToken: endpoint({
    method: 'POST',
    path: '/api/api-tokens',
    access: 'member',
    isSensitive: true,
    summary: 'Create an API token; only this answer contains its secret',
    body: newApiToken,
    response: createdApiToken,
    status: 201,
  }),
  revokeApiToken: endpoint({
    method: 'DELETE',
    path: '/api/api-tokens/:id',
    access: 'member',
    summary: 'Revoke an API token, and void its download tickets',
    params: idParams,
    response: done,
  }),
};
