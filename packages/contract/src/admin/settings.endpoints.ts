import { endpoint } from '../endpoint.ts';
import { adminSettings, adminSettingsBody } from './settings.ts';

export const settingsEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'The settings of the site',
    response: adminSettings,
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    scope: 'session',
    summary: 'Change some settings of the site',
    body: adminSettingsBody,
    response: adminSettings,
  }),
};
