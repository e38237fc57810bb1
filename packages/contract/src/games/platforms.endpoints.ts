import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { ownPlatform, platformBody, platformOrder, platformsResponse } from './platforms.ts';

export const platformsEndpoints = {
  listPlatforms: endpoint('GET', '/api/platforms', 'contributor', {
    summary: 'The platforms that admins have added to the fixed list, in their order',
    response: platformsResponse,
  }),
  addPlatform: endpoint('POST', '/api/platforms', 'admin', {
    summary: 'Add a platform after the others; 409 if another one has its name or an alias',
    body: platformBody,
    response: ownPlatform,
    status: 201,
  }),
  changePlatform: endpoint('PUT', '/api/platforms/:id', 'admin', {
    summary: 'Change a platform; a new name also applies to its files, but not to the download history',
    params: idParams,
    body: platformBody,
    response: ownPlatform,
  }),
  deletePlatform: endpoint('DELETE', '/api/platforms/:id', 'admin', {
    summary: 'Delete a platform; 409 while games have files for it',
    params: idParams,
    response: done,
  }),
  reorderPlatforms: endpoint('POST', '/api/platforms/reorder', 'admin', {
    summary: 'Change the order of the platforms',
    body: platformOrder,
    response: platformsResponse,
  }),
};
