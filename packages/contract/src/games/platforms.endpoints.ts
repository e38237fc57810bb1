import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { ownPlatform, platformBody, platformOrder, platformsResponse } from './platforms.ts';

export const platformsEndpoints = {
  listPlatforms: endpoint({
    method: 'GET',
    path: '/api/platforms',
    access: 'contributor',
    summary: 'The platforms that admins have added to the fixed list, in their order',
    response: platformsResponse,
  }),
  addPlatform: endpoint({
    method: 'POST',
    path: '/api/platforms',
    access: 'admin',
    summary: 'Add a platform after the others; 409 if another one has its name or an alias',
    body: platformBody,
    response: ownPlatform,
    status: 201,
  }),
  changePlatform: endpoint({
    method: 'PUT',
    path: '/api/platforms/:id',
    access: 'admin',
    summary: 'Change a platform; a new name also applies to its files, but not to the download history',
    params: idParams,
    body: platformBody,
    response: ownPlatform,
  }),
  deletePlatform: endpoint({
    method: 'DELETE',
    path: '/api/platforms/:id',
    access: 'admin',
    summary: 'Delete a platform; 409 while games have files for it',
    params: idParams,
    response: done,
  }),
  reorderPlatforms: endpoint({
    method: 'POST',
    path: '/api/platforms/reorder',
    access: 'admin',
    summary: 'Change the order of the platforms',
    body: platformOrder,
    response: platformsResponse,
  }),
};
