import { endpoint } from '../endpoint.ts';
import { preferencesBody, preferencesResponse } from './preferences.ts';

export const preferencesEndpoints = {
  getPreferences: endpoint({
    method: 'GET',
    path: '/api/users/preferences',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'The preferences of the current account',
    response: preferencesResponse,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/api/users/preferences',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'Change some preferences of the current account',
    body: preferencesBody,
    response: preferencesResponse,
  }),
};
