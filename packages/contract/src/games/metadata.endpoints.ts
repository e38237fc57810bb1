import { endpoint } from '../endpoint.ts';
import {
  metadataSettings,
  metadataSettingsBody,
  testProviderBody,
  testProviderResponse,
} from './metadata.ts';

export const metadataEndpoints = {
  getMetadataSettings: endpoint({
    method: 'GET',
    path: '/api/admin/metadata-settings',
    access: 'admin',
    summary: 'The metadata providers: their order, masked keys and current status',
    response: metadataSettings,
  }),
  updateMetadataSettings: endpoint({
    method: 'PUT',
    path: '/api/admin/metadata-settings',
    access: 'admin',
    summary: 'Change the order of the providers or some keys; 409 for values set by the environment',
    body: metadataSettingsBody,
    response: metadataSettings,
  }),
  testProvider: endpoint({
    method: 'POST',
    path: '/api/admin/metadata-settings/test',
    access: 'admin',
    summary: 'Send a small request to a provider; reports in plain words what is wrong',
    body: testProviderBody,
    response: testProviderResponse,
  }),
};
